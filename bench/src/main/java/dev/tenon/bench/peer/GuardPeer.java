package dev.tenon.bench.peer;

import dev.tenon.cli.Main;
import java.io.IOException;
import java.io.OutputStream;

/** The guard over HTTP, as the command starts it, but that it ends with whoever started it. */
public final class GuardPeer {
    private GuardPeer() {}

    /** Serves until the standard input ends. Argument: the port of the server behind it. */
    public static void main(String[] args) {
        Thread watcher = new Thread(GuardPeer::endWithInput, "input");
        watcher.setDaemon(true);
        watcher.start();
        Main.main(
                new String[] {"guard", "--http", "127.0.0.1:0", "--upstream", "http://127.0.0.1:" + args[0] + "/mcp"});
    }

    private static void endWithInput() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            // Whoever held the other end is gone.
        }
        System.exit(0);
    }
}
