package dev.tenon.guard.credential;

import dev.tenon.guard.IoThreadStarter;
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
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    RecordingProxy(int port) throws IOException {
        this.port = port;
        start(this::acceptConnections);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + serverSocket.getLocalPort() + "/mcp");
    }

    String receivedText() {
        return received.toString(StandardCharsets.ISO_8859_1);
    }

    private static void start(IoThreadStarter.IoTask task) {
        IoThreadStarter.start("recording-proxy", task);
    }

    private void acceptConnections() throws IOException {
        while (true) {
            Socket guard = serverSocket.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
            sockets.add(guard);
            sockets.add(server);
            start(() -> copy(guard, server, true));
            start(() -> copy(server, guard, false));
        }
    }

    private void copy(Socket from, Socket to, boolean isRecorded) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                if (isRecorded) {
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
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
