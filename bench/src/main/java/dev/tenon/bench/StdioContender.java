package dev.tenon.bench;

import dev.tenon.bench.load.Form;
import dev.tenon.bench.load.Question;
import dev.tenon.bench.peer.BareStdio;
import dev.tenon.bench.peer.SdkStdioServer;
import dev.tenon.bench.peer.TenonStdioServer;
import java.util.List;

/** The servers on standard input and output that are compared: what runs, and how it is called. */
enum StdioContender {
    FLOOR("floor: a loop with Jackson", BareStdio.class, Form.SESSIONLESS, "echo"),
    SESSION("Tenon 2025-11-25", TenonStdioServer.class, Form.SESSION, "echo"),
    SESSION_NONBLOCKING("Tenon 2025-11-25, never blocks", TenonStdioServer.class, Form.SESSION, "echo-nonblocking"),
    MODERN("Tenon 2026-07-28", TenonStdioServer.class, Form.MODERN, "echo"),
    MODERN_NONBLOCKING("Tenon 2026-07-28, never blocks", TenonStdioServer.class, Form.MODERN, "echo-nonblocking"),
    SDK("Java SDK, immediate executor", SdkStdioServer.class, Form.SESSION, "echo");

    private static final int BYTES = 250;

    private final String title;
    private final Class<?> main;
    private final Form form;
    private final String tool;

    StdioContender(String title, Class<?> main, Form form, String tool) {
        this.title = title;
        this.main = main;
        this.form = form;
        this.tool = tool;
    }

    /** One of each that the goals are about. */
    static List<StdioContender> usual() {
        return List.of(FLOOR, SESSION, MODERN_NONBLOCKING, SDK);
    }

    @Override
    public String toString() {
        return title;
    }

    boolean isOurs() {
        return main == TenonStdioServer.class;
    }

    Class<?> main() {
        return main;
    }

    Question question() {
        return Question.echo(form, tool, BYTES);
    }
}
