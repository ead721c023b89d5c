package dev.tenon.bench;

import dev.tenon.bench.load.RequestShape;
import dev.tenon.bench.peer.BareHttpServer;
import dev.tenon.bench.peer.SdkJettyServer;
import dev.tenon.bench.peer.SdkTomcatServer;
import dev.tenon.bench.peer.TenonHttpPeer;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** The HTTP servers that are compared: how they are started and called. */
enum HttpContender {
    FLOOR(
            "floor: Vert.x and Jackson",
            RequestShape.SESSIONLESS,
            "",
            () -> JavaCommands.commandFor(BareHttpServer.class)),
    SESSION("Tenon 2025-11-25", RequestShape.SESSION, "", HttpContender::tenonCommand),
    SESSION_NONBLOCKING(
            "Tenon 2025-11-25, never blocks", RequestShape.SESSION, "-nonblocking", HttpContender::tenonCommand),
    MODERN("Tenon 2026-07-28", RequestShape.MODERN, "", HttpContender::tenonCommand),
    MODERN_NONBLOCKING(
            "Tenon 2026-07-28, never blocks", RequestShape.MODERN, "-nonblocking", HttpContender::tenonCommand),
    SDK_STREAMABLE(
            "Java SDK streamable, Tomcat",
            RequestShape.SESSION,
            "",
            () -> JavaCommands.commandFor(SdkTomcatServer.class, "streamable")),
    SDK_STATELESS(
            "Java SDK stateless, Tomcat",
            RequestShape.SESSIONLESS,
            "",
            () -> JavaCommands.commandFor(SdkTomcatServer.class, "stateless")),
    SDK_STREAMABLE_IMMEDIATE(
            "Java SDK streamable, Tomcat, immediate executor",
            RequestShape.SESSION,
            "",
            () -> JavaCommands.commandFor(SdkTomcatServer.class, "streamable", "immediate")),
    SDK_STATELESS_IMMEDIATE(
            "Java SDK stateless, Tomcat, immediate executor",
            RequestShape.SESSIONLESS,
            "",
            () -> JavaCommands.commandFor(SdkTomcatServer.class, "stateless", "immediate")),
    SDK_STREAMABLE_JETTY(
            "Java SDK streamable, Jetty",
            RequestShape.SESSION,
            "",
            () -> JavaCommands.commandFor(SdkJettyServer.class, "streamable")),
    SDK_STATELESS_JETTY(
            "Java SDK stateless, Jetty",
            RequestShape.SESSIONLESS,
            "",
            () -> JavaCommands.commandFor(SdkJettyServer.class, "stateless")),
    TYPESCRIPT_SESSION("TypeScript SDK 2025-11-25", RequestShape.SESSION, "", () -> TypeScriptSdk.command("session")),
    TYPESCRIPT_MODERN("TypeScript SDK 2026-07-28", RequestShape.MODERN, "", () -> TypeScriptSdk.command("modern"));

    private static final String ONLY = System.getProperty("bench.only", "");

    private final String title;
    private final RequestShape shape;
    private final String suffix;
    private final CommandFactory command;

    /** Returns the command that starts the server. */
    @FunctionalInterface
    private interface CommandFactory {
        List<String> create() throws IOException;
    }

    HttpContender(String title, RequestShape shape, String suffix, CommandFactory command) {
        this.title = title;
        this.shape = shape;
        this.suffix = suffix;
        this.command = command;
    }

    private static List<String> tenonCommand() throws IOException {
        return JavaCommands.commandFor(TenonHttpPeer.class);
    }

    /** Returns these servers; the system property {@code bench.only} selects among all servers instead. */
    private static List<HttpContender> select(HttpContender... defaults) {
        return Arrays.stream(ONLY.isEmpty() ? defaults : values())
                .filter(HttpContender::isSelected)
                .toList();
    }

    /** Returns whether the server is measured; the floor always is. */
    boolean isSelected() {
        return ONLY.isEmpty() || this == FLOOR || List.of(ONLY.split(",")).contains(name());
    }

    /** Returns the servers of published figures. */
    static List<HttpContender> all() {
        return select(values());
    }

    /** One of each that the goals are about. */
    static List<HttpContender> defaults() {
        return select(FLOOR, SESSION, MODERN, MODERN_NONBLOCKING, SDK_STREAMABLE, SDK_STATELESS);
    }

    /** One of each kind. */
    static List<HttpContender> smallSet() {
        return select(FLOOR, SESSION, MODERN_NONBLOCKING, SDK_STREAMABLE);
    }

    @Override
    public String toString() {
        return title;
    }

    boolean isOurs() {
        return name().startsWith("SESSION") || name().startsWith("MODERN");
    }

    /** Returns whether the server streams progress; without a session the Java SDK does not. */
    boolean hasProgress() {
        return this == FLOOR || isOurs() || this == SDK_STREAMABLE;
    }

    RequestShape shape() {
        return shape;
    }

    /** Returns the name of the variant of a tool that is called on this server. */
    String tool(String name) {
        return name + suffix;
    }

    /** Returns whether the server needs Node. */
    boolean isTypeScript() {
        return name().startsWith("TYPESCRIPT");
    }

    HttpServerProcess start() throws IOException {
        return HttpServerProcess.start(command.create());
    }
}
