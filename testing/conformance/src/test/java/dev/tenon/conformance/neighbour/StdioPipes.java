package dev.tenon.conformance.neighbour;

import dev.tenon.server.McpServer;
import dev.tenon.transport.StdioChannel;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;

/** Named pipes as the standard input and output of a server, for one client at a time. */
final class StdioPipes {
    private final Path toServer;
    private final Path fromServer;

    private StdioPipes(Path toServer, Path fromServer) {
        this.toServer = toServer;
        this.fromServer = fromServer;
    }

    static StdioPipes in(Path folder) {
        return new StdioPipes(folder.resolve("to-server"), folder.resolve("from-server"));
    }

    /** Creates the pipes, and serves each client that opens them. */
    void serve(McpServer server) throws IOException {
        make(toServer);
        make(fromServer);
        Thread thread = new Thread(() -> serveAll(server), "stdio-pipes");
        thread.setDaemon(true);
        thread.start();
    }

    private static void make(Path pipe) throws IOException {
        try {
            int status = new ProcessBuilder("mkfifo", pipe.toString())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (status != 0) {
                throw new IOException("mkfifo " + pipe + " failed with status " + status);
            }
        } catch (InterruptedException e) {
            throw new IOException("Interrupted", e);
        }
    }

    private void serveAll(McpServer server) {
        try {
            while (true) {
                InputStream in = new FileInputStream(toServer.toFile());
                OutputStream out = new FileOutputStream(fromServer.toFile());
                server.connect(new StdioChannel(in, out, server.channelLimits()), "stdio", null)
                        .awaitClosed();
            }
        } catch (IOException | InterruptedException e) {
            System.err.println("The pipes are not served any more: " + e);
        }
    }

    /** Opens the output of a client; blocks until the server opens its input. */
    OutputStream openOutput() throws IOException {
        return new FileOutputStream(toServer.toFile());
    }

    /** Opens the input of a client, after its output. */
    InputStream openInput() throws IOException {
        return new FileInputStream(fromServer.toFile());
    }
}
