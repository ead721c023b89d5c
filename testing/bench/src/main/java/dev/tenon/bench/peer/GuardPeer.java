package dev.tenon.bench.peer;

import dev.tenon.cli.Main;
import java.io.IOException;
import java.io.OutputStream;

/** The guard over HTTP as the command line starts it, except that it ends with its parent process. */
public final class GuardPeer {
    private GuardPeer() {}

    /** Serves until standard input ends. Argument: the port of the upstream server. */
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
            // The parent process has ended.
        }
        System.exit(0);
    }
}
