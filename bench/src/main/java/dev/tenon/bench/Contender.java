package dev.tenon.bench;

import dev.tenon.bench.load.Form;
import dev.tenon.bench.peer.BareHttp;
import dev.tenon.bench.peer.SdkJetty;
import dev.tenon.bench.peer.SdkTomcat;
import dev.tenon.bench.peer.TenonHttpServer;
import java.io.IOException;
import java.util.List;

/** The servers over HTTP that are compared: what runs, and how it is called. */
enum Contender {
    FLOOR("floor: Vert.x and Jackson", BareHttp.class, "", Form.SESSIONLESS, ""),
    SESSION("Tenon 2025-11-25", TenonHttpServer.class, "", Form.SESSION, ""),
    SESSION_NONBLOCKING("Tenon 2025-11-25, never blocks", TenonHttpServer.class, "", Form.SESSION, "-nonblocking"),
    MODERN("Tenon 2026-07-28", TenonHttpServer.class, "", Form.MODERN, ""),
    MODERN_NONBLOCKING("Tenon 2026-07-28, never blocks", TenonHttpServer.class, "", Form.MODERN, "-nonblocking"),
    SDK_STREAMABLE("Java SDK streamable, Tomcat", SdkTomcat.class, "streamable", Form.SESSION, ""),
    SDK_STATELESS("Java SDK stateless, Tomcat", SdkTomcat.class, "stateless", Form.SESSIONLESS, ""),
    SDK_STREAMABLE_JETTY("Java SDK streamable, Jetty", SdkJetty.class, "streamable", Form.SESSION, ""),
    SDK_STATELESS_JETTY("Java SDK stateless, Jetty", SdkJetty.class, "stateless", Form.SESSIONLESS, "");

    private final String title;
    private final Class<?> main;
    private final String argument;
    private final Form form;
    private final String suffix;

    Contender(String title, Class<?> main, String argument, Form form, String suffix) {
        this.title = title;
        this.main = main;
        this.argument = argument;
        this.form = form;
        this.suffix = suffix;
    }

    /** Those that the goals are about. */
    static List<Contender> usual() {
        return List.of(FLOOR, SESSION, SESSION_NONBLOCKING, MODERN, MODERN_NONBLOCKING, SDK_STREAMABLE, SDK_STATELESS);
    }

    /** One of each kind. */
    static List<Contender> few() {
        return List.of(FLOOR, SESSION, MODERN_NONBLOCKING, SDK_STREAMABLE);
    }

    @Override
    public String toString() {
        return title;
    }

    boolean isOurs() {
        return main == TenonHttpServer.class;
    }

    Form form() {
        return form;
    }

    /** The tool of that name, in the way that this one offers it. */
    String tool(String name) {
        return name + suffix;
    }

    ServerProcess start() throws IOException {
        return argument.isEmpty() ? ServerProcess.start(main) : ServerProcess.start(main, argument);
    }
}
