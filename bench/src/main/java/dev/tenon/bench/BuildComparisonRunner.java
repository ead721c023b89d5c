package dev.tenon.bench;

import dev.tenon.bench.load.BenchmarkCall;
import dev.tenon.bench.load.RequestShape;
import dev.tenon.bench.peer.GuardPeer;
import dev.tenon.bench.peer.TenonHttpPeer;
import dev.tenon.bench.peer.TenonStdioPeer;
import dev.tenon.bench.report.MachineInfo;
import dev.tenon.cli.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares this build with that of another checkout: {@code bench/run --against CHECKOUT}. */
public final class BuildComparisonRunner {
    private static final int BYTES = 250;
    private static final int CONNECTIONS = 64;
    private static final int GUARD_CONNECTIONS = 16;
    private static final int IN_FLIGHT = 64;
    private static final Duration ROUND = Duration.ofSeconds(1);
    private static final Duration WARM_UP = Duration.ofSeconds(3);
    private static final Duration MOST_WARM_UP = Duration.ofSeconds(20);

    private static final Map<String, BuildComparison.BuildLauncher> LAUNCHERS = new LinkedHashMap<>();

    static {
        LAUNCHERS.put("http", BuildComparisonRunner::startHttp);
        LAUNCHERS.put("stdio", BuildComparisonRunner::startStdio);
        LAUNCHERS.put("guard", BuildComparisonRunner::startHttpGuard);
        LAUNCHERS.put("guard-stdio", BuildComparisonRunner::startStdioGuard);
    }

    private BuildComparisonRunner() {}

    /** Arguments: the other checkout, the number of rounds, and the names of parts; without names all. */
    public static void main(String[] args) throws IOException {
        MeasurementPlan pace = new MeasurementPlan(WARM_UP, MOST_WARM_UP, Integer.parseInt(args[1]), ROUND);
        List<String> named = List.of(args).subList(2, args.length);
        System.out.println(MachineInfo.describe("bench/run --against " + args[0]));
        for (String name : named.isEmpty() ? LAUNCHERS.keySet() : named) {
            BuildComparison.BuildLauncher launcher = LAUNCHERS.get(name);
            if (launcher == null) {
                throw new IllegalArgumentException("Unknown part: " + name + ". The parts are " + LAUNCHERS.keySet());
            }
            System.out.println(
                    compare(Path.of(args[0]), pace, launcher).toTable().toText());
        }
    }

    /** Compares one part. */
    static BuildComparison compare(Path checkout, MeasurementPlan pace, BuildComparison.BuildLauncher launcher)
            throws IOException {
        Path here = Path.of("");
        BuildComparison comparison = new BuildComparison(
                TenonBuild.of("before", checkout),
                TenonBuild.of("now", here),
                TenonBuild.of("now, once more", here),
                pace);
        comparison.run(launcher);
        return comparison;
    }

    private static Map<String, RoundRobin.TimedLoad> startHttp(TenonBuild build, ProcessGroup processes)
            throws IOException {
        HttpServerProcess server = processes.add(HttpServerProcess.start(build.command(TenonHttpPeer.class)));
        Map<String, RoundRobin.TimedLoad> turns = new LinkedHashMap<>();
        createCalls()
                .forEach((name, question) ->
                        turns.put("HTTP " + name, ContenderServers.createLoad(server, question, CONNECTIONS)));
        return turns;
    }

    private static Map<String, RoundRobin.TimedLoad> startStdio(TenonBuild build, ProcessGroup processes)
            throws IOException {
        Map<String, RoundRobin.TimedLoad> turns = new LinkedHashMap<>();
        for (Map.Entry<String, BenchmarkCall> question : createCalls().entrySet()) {
            StdioServerProcess server =
                    processes.add(StdioServerProcess.start(build.command(TenonStdioPeer.class), question.getValue()));
            turns.put("stdio " + question.getKey() + ", one at a time", server.createLoad(1));
            turns.put("stdio " + question.getKey() + ", " + IN_FLIGHT + " in flight", server.createLoad(IN_FLIGHT));
        }
        return turns;
    }

    /** The server behind each guard is of that build, too, but only the guard's processor time counts. */
    private static Map<String, RoundRobin.TimedLoad> startHttpGuard(TenonBuild build, ProcessGroup processes)
            throws IOException {
        HttpServerProcess server = processes.add(HttpServerProcess.start(build.command(TenonHttpPeer.class)));
        String port = String.valueOf(server.port());
        HttpServerProcess guard = processes.add(HttpServerProcess.start(build.command(GuardPeer.class, port)));
        Map<String, RoundRobin.TimedLoad> turns = new LinkedHashMap<>();
        turns.put(
                "guard over HTTP 2025-11-25",
                ContenderServers.createLoad(guard, echoCall(RequestShape.SESSION, "echo"), GUARD_CONNECTIONS));
        turns.put(
                "guard over HTTP 2026-07-28",
                ContenderServers.createLoad(guard, echoCall(RequestShape.MODERN, "echo"), GUARD_CONNECTIONS));
        return turns;
    }

    private static Map<String, RoundRobin.TimedLoad> startStdioGuard(TenonBuild build, ProcessGroup processes)
            throws IOException {
        Map<String, RoundRobin.TimedLoad> turns = new LinkedHashMap<>();
        for (RequestShape form : List.of(RequestShape.SESSION, RequestShape.MODERN)) {
            List<String> command = new ArrayList<>(build.command(Main.class, "guard", "--yes", "--"));
            command.addAll(build.command(TenonStdioPeer.class));
            StdioServerProcess guard = processes.add(StdioServerProcess.start(command, echoCall(form, "echo")));
            turns.put("guard on stdio " + revisionName(form), guard.createLoad(1));
        }
        return turns;
    }

    private static Map<String, BenchmarkCall> createCalls() {
        Map<String, BenchmarkCall> questions = new LinkedHashMap<>();
        for (RequestShape form : List.of(RequestShape.SESSION, RequestShape.MODERN)) {
            questions.put(revisionName(form), echoCall(form, "echo"));
            questions.put(revisionName(form) + ", never blocks", echoCall(form, "echo-nonblocking"));
        }
        return questions;
    }

    private static BenchmarkCall echoCall(RequestShape form, String tool) {
        return BenchmarkCall.echo(form, tool, BYTES);
    }

    private static String revisionName(RequestShape form) {
        return form == RequestShape.SESSION ? "2025-11-25" : "2026-07-28";
    }
}
