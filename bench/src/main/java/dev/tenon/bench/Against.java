package dev.tenon.bench;

import dev.tenon.bench.load.Form;
import dev.tenon.bench.load.Question;
import dev.tenon.bench.peer.Guarding;
import dev.tenon.bench.peer.TenonHttpServer;
import dev.tenon.bench.peer.TenonStdioServer;
import dev.tenon.bench.report.Machine;
import dev.tenon.cli.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares this build with that of another checkout: {@code bench/run --against CHECKOUT}. */
public final class Against {
    private static final int BYTES = 250;
    private static final int CONNECTIONS = 64;
    private static final int TO_A_GUARD = 16;
    private static final int MANY = 64;
    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final Duration MOST_WARM_UP = Duration.ofSeconds(20);

    private static final Map<String, Comparison.Launcher> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put("http", Against::http);
        PARTS.put("stdio", Against::stdio);
        PARTS.put("guard", Against::guard);
        PARTS.put("guard-stdio", Against::guardOnStdio);
    }

    private Against() {}

    /** Arguments: the other checkout, the number of rounds, and the names of parts; without names all. */
    public static void main(String[] args) throws IOException {
        Pace pace = new Pace(WARM_UP, MOST_WARM_UP, Integer.parseInt(args[1]), ROUND);
        List<String> named = List.of(args).subList(2, args.length);
        System.out.println(Machine.circumstances("bench/run --against " + args[0]));
        for (String name : named.isEmpty() ? PARTS.keySet() : named) {
            Comparison.Launcher launcher = PARTS.get(name);
            if (launcher == null) {
                throw new IllegalArgumentException("Unknown part: " + name + ". The parts are " + PARTS.keySet());
            }
            System.out.println(compare(Path.of(args[0]), pace, launcher).table().text());
        }
    }

    /** Compares one part. */
    static Comparison compare(Path checkout, Pace pace, Comparison.Launcher launcher) throws IOException {
        Path here = Path.of("");
        Comparison comparison = new Comparison(
                Build.of("before", checkout), Build.of("now", here), Build.of("now, once more", here), pace);
        comparison.run(launcher);
        return comparison;
    }

    private static Map<String, Turns.Turn> http(Build build, Processes processes) throws IOException {
        ServerProcess server = processes.add(ServerProcess.start(build.command(TenonHttpServer.class)));
        Map<String, Turns.Turn> turns = new LinkedHashMap<>();
        questions().forEach((name, question) -> turns.put("HTTP " + name, Race.turn(server, question, CONNECTIONS)));
        return turns;
    }

    private static Map<String, Turns.Turn> stdio(Build build, Processes processes) throws IOException {
        Map<String, Turns.Turn> turns = new LinkedHashMap<>();
        for (Map.Entry<String, Question> question : questions().entrySet()) {
            Called server = processes.add(Called.start(build.command(TenonStdioServer.class), question.getValue()));
            turns.put("stdio " + question.getKey() + ", one at a time", server.turn(1));
            turns.put("stdio " + question.getKey() + ", " + MANY + " in flight", server.turn(MANY));
        }
        return turns;
    }

    /** The server behind each guard is of that build, too, but only the guard's processor time counts. */
    private static Map<String, Turns.Turn> guard(Build build, Processes processes) throws IOException {
        ServerProcess server = processes.add(ServerProcess.start(build.command(TenonHttpServer.class)));
        String port = String.valueOf(server.port());
        ServerProcess guard = processes.add(ServerProcess.start(build.command(Guarding.class, port)));
        Map<String, Turns.Turn> turns = new LinkedHashMap<>();
        turns.put("guard over HTTP 2025-11-25", Race.turn(guard, echo(Form.SESSION, "echo"), TO_A_GUARD));
        turns.put("guard over HTTP 2026-07-28", Race.turn(guard, echo(Form.MODERN, "echo"), TO_A_GUARD));
        return turns;
    }

    private static Map<String, Turns.Turn> guardOnStdio(Build build, Processes processes) throws IOException {
        Map<String, Turns.Turn> turns = new LinkedHashMap<>();
        for (Form form : List.of(Form.SESSION, Form.MODERN)) {
            List<String> command = new ArrayList<>(build.command(Main.class, "guard", "--yes", "--"));
            command.addAll(build.command(TenonStdioServer.class));
            Called guard = processes.add(Called.start(command, echo(form, "echo")));
            turns.put("guard on stdio " + revision(form), guard.turn(1));
        }
        return turns;
    }

    private static Map<String, Question> questions() {
        Map<String, Question> questions = new LinkedHashMap<>();
        for (Form form : List.of(Form.SESSION, Form.MODERN)) {
            questions.put(revision(form), echo(form, "echo"));
            questions.put(revision(form) + ", never blocks", echo(form, "echo-nonblocking"));
        }
        return questions;
    }

    private static Question echo(Form form, String tool) {
        return Question.echo(form, tool, BYTES);
    }

    private static String revision(Form form) {
        return form == Form.SESSION ? "2025-11-25" : "2026-07-28";
    }
}
