package dev.tenon.bench;

import dev.tenon.bench.load.BenchmarkCall;
import dev.tenon.bench.load.RequestShape;
import dev.tenon.bench.peer.BareStdioServer;
import dev.tenon.bench.peer.SdkStdioServer;
import dev.tenon.bench.peer.TenonStdioPeer;
import java.util.List;

/** The servers on standard input and output that are compared: how they are started and called. */
enum StdioContender {
    FLOOR("floor: a loop with Jackson", BareStdioServer.class, RequestShape.SESSIONLESS, "echo"),
    SESSION("Tenon 2025-11-25", TenonStdioPeer.class, RequestShape.SESSION, "echo"),
    SESSION_NONBLOCKING(
            "Tenon 2025-11-25, never blocks", TenonStdioPeer.class, RequestShape.SESSION, "echo-nonblocking"),
    MODERN("Tenon 2026-07-28", TenonStdioPeer.class, RequestShape.MODERN, "echo"),
    MODERN_NONBLOCKING("Tenon 2026-07-28, never blocks", TenonStdioPeer.class, RequestShape.MODERN, "echo-nonblocking"),
    SDK("Java SDK, immediate executor", SdkStdioServer.class, RequestShape.SESSION, "echo");

    private static final int BYTES = 250;

    private final String title;
    private final Class<?> main;
    private final RequestShape shape;
    private final String tool;

    StdioContender(String title, Class<?> main, RequestShape shape, String tool) {
        this.title = title;
        this.main = main;
        this.shape = shape;
        this.tool = tool;
    }

    /** Returns one server for each of the goals. */
    static List<StdioContender> defaults() {
        return List.of(FLOOR, SESSION, MODERN_NONBLOCKING, SDK);
    }

    @Override
    public String toString() {
        return title;
    }

    boolean isOurs() {
        return main == TenonStdioPeer.class;
    }

    Class<?> main() {
        return main;
    }

    BenchmarkCall call() {
        return BenchmarkCall.echo(shape, tool, BYTES);
    }
}
