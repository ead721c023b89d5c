package dev.tenon.cli;

import dev.tenon.server.McpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A server that reports what it can access: a directory (first argument) and a port of this machine (second argument).
 */
final class SandboxProbeServer {
    private static final int TIMEOUT_MS = 10_000;

    private SandboxProbeServer() {}

    /** Serves until its input ends. */
    public static void main(String[] args) throws InterruptedException {
        Path folder = Path.of(args[0]);
        int port = Integer.parseInt(args[1]);
        try (McpServer server = McpServer.builder("walled", "1")
                .tool("look")
                .handler((arguments, call) ->
                        "reads " + canRead(folder) + ", writes " + canWrite(folder) + ", connects " + canConnect(port))
                .build()) {
            server.serveStdio();
        }
    }

    private static boolean canRead(Path folder) {
        return Files.isReadable(folder.resolve("secret.txt"));
    }

    private static boolean canWrite(Path folder) {
        try {
            Files.writeString(folder.resolve("left.txt"), "here");
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean canConnect(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), TIMEOUT_MS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
