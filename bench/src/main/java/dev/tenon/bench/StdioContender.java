package dev.tenon.bench;

import dev.tenon.bench.load.BenchmarkCall;
import dev.tenon.bench.load.RequestShape;
import dev.tenon.bench.peer.BareStdioServer;
import dev.tenon.bench.peer.SdkStdioServer;
import dev.tenon.bench.peer.TenonStdioPeer;
import java.util.List;

/** The servers on standard input and output that are compared: what runs, and how it is called. */
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
    private final RequestShape form;
    private final String tool;

    StdioContender(String title, Class<?> main, RequestShape form, String tool) {
        this.title = title;
        this.main = main;
        this.form = form;
        this.tool = tool;
    }

    /** One of each that the goals are about. */
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
        return BenchmarkCall.echo(form, tool, BYTES);
    }
}
