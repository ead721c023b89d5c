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
    private static final Duration MAX_WARM_UP = Duration.ofSeconds(60);

    private static final Map<String, BuildComparison.BuildLauncher> LAUNCHERS = new LinkedHashMap<>();

    static {
        LAUNCHERS.put("http", BuildComparisonRunner::startHttp);
        LAUNCHERS.put("stdio", BuildComparisonRunner::startStdio);
        LAUNCHERS.put("guard", BuildComparisonRunner::startHttpGuard);
        LAUNCHERS.put("guard-stdio", BuildComparisonRunner::startStdioGuard);
    }

    private BuildComparisonRunner() {}

    /**
     * Compares builds. Arguments: the checkout to compare with, the number of rounds, and the names of parts; all if
     * there are no names.
     */
    public static void main(String[] args) throws IOException {
        MeasurementPlan plan = new MeasurementPlan(WARM_UP, MAX_WARM_UP, Integer.parseInt(args[1]), ROUND);
        List<String> selected = List.of(args).subList(2, args.length);
        System.out.println(MachineInfo.describe("bench/run --against " + args[0]));
        for (String name : selected.isEmpty() ? LAUNCHERS.keySet() : selected) {
            BuildComparison.BuildLauncher launcher = LAUNCHERS.get(name);
            if (launcher == null) {
                throw new IllegalArgumentException("Unknown part: " + name + ". The parts are " + LAUNCHERS.keySet());
            }
            System.out.println(
                    compare(Path.of(args[0]), plan, launcher).toTable().toText());
        }
    }

    /** Compares one part. */
    static BuildComparison compare(Path checkout, MeasurementPlan plan, BuildComparison.BuildLauncher launcher)
            throws IOException {
        Path here = Path.of("");
        BuildComparison comparison = new BuildComparison(
                TenonBuild.of("before", checkout),
                TenonBuild.of("now", here),
                TenonBuild.of("now, once more", here),
                plan);
        comparison.run(launcher);
        return comparison;
    }

    private static Map<String, RoundRobin.TimedLoad> startHttp(TenonBuild build, ProcessGroup processes)
            throws IOException {
        HttpServerProcess server = processes.add(HttpServerProcess.start(build.command(TenonHttpPeer.class)));
        Map<String, RoundRobin.TimedLoad> loads = new LinkedHashMap<>();
        createCalls()
                .forEach((name, call) ->
                        loads.put("HTTP " + name, ContenderServers.createLoad(server, call, CONNECTIONS)));
        return loads;
    }

    private static Map<String, RoundRobin.TimedLoad> startStdio(TenonBuild build, ProcessGroup processes)
            throws IOException {
        Map<String, RoundRobin.TimedLoad> loads = new LinkedHashMap<>();
        for (Map.Entry<String, BenchmarkCall> call : createCalls().entrySet()) {
            StdioServerProcess server =
                    processes.add(StdioServerProcess.start(build.command(TenonStdioPeer.class), call.getValue()));
            loads.put("stdio " + call.getKey() + ", one at a time", server.createLoad(1));
            loads.put("stdio " + call.getKey() + ", " + IN_FLIGHT + " in flight", server.createLoad(IN_FLIGHT));
        }
        return loads;
    }

    /** The upstream server of each guard is of the same build, but only the processor time of the guard counts. */
    private static Map<String, RoundRobin.TimedLoad> startHttpGuard(TenonBuild build, ProcessGroup processes)
            throws IOException {
        HttpServerProcess server = processes.add(HttpServerProcess.start(build.command(TenonHttpPeer.class)));
        String port = String.valueOf(server.port());
        HttpServerProcess guard = processes.add(HttpServerProcess.start(build.command(GuardPeer.class, port)));
        Map<String, RoundRobin.TimedLoad> loads = new LinkedHashMap<>();
        loads.put(
                "guard over HTTP 2025-11-25",
                ContenderServers.createLoad(guard, echoCall(RequestShape.SESSION, "echo"), GUARD_CONNECTIONS));
        loads.put(
                "guard over HTTP 2026-07-28",
                ContenderServers.createLoad(guard, echoCall(RequestShape.MODERN, "echo"), GUARD_CONNECTIONS));
        return loads;
    }

    private static Map<String, RoundRobin.TimedLoad> startStdioGuard(TenonBuild build, ProcessGroup processes)
            throws IOException {
        Map<String, RoundRobin.TimedLoad> loads = new LinkedHashMap<>();
        for (RequestShape shape : List.of(RequestShape.SESSION, RequestShape.MODERN)) {
            List<String> command = new ArrayList<>(build.command(Main.class, "guard", "--yes", "--"));
            command.addAll(build.command(TenonStdioPeer.class));
            StdioServerProcess guard = processes.add(StdioServerProcess.start(command, echoCall(shape, "echo")));
            loads.put("guard on stdio " + revisionName(shape), guard.createLoad(1));
        }
        return loads;
    }

    private static Map<String, BenchmarkCall> createCalls() {
        Map<String, BenchmarkCall> calls = new LinkedHashMap<>();
        for (RequestShape shape : List.of(RequestShape.SESSION, RequestShape.MODERN)) {
            calls.put(revisionName(shape), echoCall(shape, "echo"));
            calls.put(revisionName(shape) + ", never blocks", echoCall(shape, "echo-nonblocking"));
        }
        return calls;
    }

    private static BenchmarkCall echoCall(RequestShape shape, String tool) {
        return BenchmarkCall.echo(shape, tool, BYTES);
    }

    private static String revisionName(RequestShape shape) {
        return shape == RequestShape.SESSION ? "2025-11-25" : "2026-07-28";
    }
}
