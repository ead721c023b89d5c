package dev.tenon.guard.credential;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A proxy between the guard and an upstream server that records every byte sent to the server. */
final class RecordingProxy implements AutoCloseable {
    private final ServerSocket serverSocket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final int port;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final List<Socket> open = new CopyOnWriteArrayList<>();

    RecordingProxy(int port) throws IOException {
        this.port = port;
        start(this::listen);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + serverSocket.getLocalPort() + "/mcp");
    }

    String heard() {
        return received.toString(StandardCharsets.ISO_8859_1);
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // One side disconnected.
                    }
                },
                "wiretap");
        thread.setDaemon(true);
        thread.start();
    }

    private void listen() throws IOException {
        while (true) {
            Socket guard = serverSocket.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
            open.add(guard);
            open.add(server);
            start(() -> pass(guard, server, true));
            start(() -> pass(server, guard, false));
        }
    }

    private void pass(Socket from, Socket to, boolean listening) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                if (listening) {
                    received.write(buffer, 0, count);
                }
                out.write(buffer, 0, count);
                out.flush();
            }
        }
    }

    @Override
    public void close() throws IOException {
        serverSocket.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
