package dev.tenon.bench;

import dev.tenon.bench.load.Form;
import dev.tenon.bench.peer.BareHttp;
import dev.tenon.bench.peer.SdkJetty;
import dev.tenon.bench.peer.SdkTomcat;
import dev.tenon.bench.peer.TenonHttpServer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** The servers over HTTP that are compared: what runs, and how it is called. */
enum Contender {
    FLOOR("floor: Vert.x and Jackson", Form.SESSIONLESS, "", () -> JavaCommand.of(BareHttp.class)),
    SESSION("Tenon 2025-11-25", Form.SESSION, "", Contender::tenon),
    SESSION_NONBLOCKING("Tenon 2025-11-25, never blocks", Form.SESSION, "-nonblocking", Contender::tenon),
    MODERN("Tenon 2026-07-28", Form.MODERN, "", Contender::tenon),
    MODERN_NONBLOCKING("Tenon 2026-07-28, never blocks", Form.MODERN, "-nonblocking", Contender::tenon),
    SDK_STREAMABLE(
            "Java SDK streamable, Tomcat", Form.SESSION, "", () -> JavaCommand.of(SdkTomcat.class, "streamable")),
    SDK_STATELESS(
            "Java SDK stateless, Tomcat", Form.SESSIONLESS, "", () -> JavaCommand.of(SdkTomcat.class, "stateless")),
    SDK_STREAMABLE_IMMEDIATE(
            "Java SDK streamable, Tomcat, immediate executor",
            Form.SESSION,
            "",
            () -> JavaCommand.of(SdkTomcat.class, "streamable", "immediate")),
    SDK_STATELESS_IMMEDIATE(
            "Java SDK stateless, Tomcat, immediate executor",
            Form.SESSIONLESS,
            "",
            () -> JavaCommand.of(SdkTomcat.class, "stateless", "immediate")),
    SDK_STREAMABLE_JETTY(
            "Java SDK streamable, Jetty", Form.SESSION, "", () -> JavaCommand.of(SdkJetty.class, "streamable")),
    SDK_STATELESS_JETTY(
            "Java SDK stateless, Jetty", Form.SESSIONLESS, "", () -> JavaCommand.of(SdkJetty.class, "stateless")),
    TYPESCRIPT_SESSION("TypeScript SDK 2025-11-25", Form.SESSION, "", () -> TypeScriptSdk.command("session")),
    TYPESCRIPT_MODERN("TypeScript SDK 2026-07-28", Form.MODERN, "", () -> TypeScriptSdk.command("modern"));

    private static final String ONLY = System.getProperty("bench.only", "");

    private final String title;
    private final Form form;
    private final String suffix;
    private final Command command;

    /** How it is started. */
    @FunctionalInterface
    private interface Command {
        List<String> words() throws IOException;
    }

    Contender(String title, Form form, String suffix, Command command) {
        this.title = title;
        this.form = form;
        this.suffix = suffix;
        this.command = command;
    }

    private static List<String> tenon() throws IOException {
        return JavaCommand.of(TenonHttpServer.class);
    }

    /** The system property {@code bench.only} chooses among all, to look at some more closely; without it it is these. */
    private static List<Contender> chosen(Contender... usual) {
        return Arrays.stream(ONLY.isEmpty() ? usual : values())
                .filter(Contender::isWanted)
                .toList();
    }

    /** Whether it is to take part: the floor always is. */
    boolean isWanted() {
        return ONLY.isEmpty() || this == FLOOR || List.of(ONLY.split(",")).contains(name());
    }

    /** For figures that are kept. */
    static List<Contender> all() {
        return chosen(values());
    }

    /** One of each that the goals are about. */
    static List<Contender> usual() {
        return chosen(FLOOR, SESSION, MODERN, MODERN_NONBLOCKING, SDK_STREAMABLE, SDK_STATELESS);
    }

    /** One of each kind. */
    static List<Contender> few() {
        return chosen(FLOOR, SESSION, MODERN_NONBLOCKING, SDK_STREAMABLE);
    }

    @Override
    public String toString() {
        return title;
    }

    boolean isOurs() {
        return name().startsWith("SESSION") || name().startsWith("MODERN");
    }

    /** It answers with a stream and progress in it; without a session the SDK for Java has none. */
    boolean hasProgress() {
        return this == FLOOR || isOurs() || this == SDK_STREAMABLE;
    }

    Form form() {
        return form;
    }

    /** The tool of that name, in the way that this one offers it. */
    String tool(String name) {
        return name + suffix;
    }

    /** Whether it needs Node. */
    boolean isTypeScript() {
        return name().startsWith("TYPESCRIPT");
    }

    ServerProcess start() throws IOException {
        return ServerProcess.start(command.words());
    }
}
