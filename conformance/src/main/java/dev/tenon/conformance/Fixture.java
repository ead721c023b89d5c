package dev.tenon.conformance;

import dev.tenon.server.McpServer;

/** Starts the fixture server. */
public final class Fixture {
    private static final String USAGE = "usage: Fixture PORT [--httpsse] [--websocket] | --stdio";

    private Fixture() {}

    /** The command line: a port, 0 for a free one, and which transports to serve beside Streamable HTTP; or stdio. */
    public static void main(String[] arguments) throws InterruptedException {
        McpServer server = FixtureServer.create();
        if (arguments.length == 1 && arguments[0].equals("--stdio")) {
            server.serveStdio();
            return;
        }
        System.err.println(USAGE);
        System.exit(2);
    }
}
