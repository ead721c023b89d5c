package dev.tenon.guard;

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
import java.util.concurrent.atomic.AtomicInteger;

/** A TCP proxy for a server that can drop connections, forward nothing, or reject requests. */
final class FaultyProxy implements AutoCloseable {
    /** What the proxy does with connections. */
    enum Fault {
        NONE,
        /** Closes connections. */
        CLOSES,
        /** Reads, and forwards nothing. */
        HANGS,
        /** Responds to every HTTP request itself. */
        ANSWERS_503
    }

    private static final byte[] UNAVAILABLE =
            "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: 12\r\nConnection: close\r\n\r\nUnavailable\n"
                    .getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket serverSocket;
    private final int port;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger acceptedConnections = new AtomicInteger();
    private volatile Fault fault = Fault.NONE;

    FaultyProxy(int port) throws IOException {
        this.port = port;
        this.serverSocket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + serverSocket.getLocalPort() + "/mcp");
    }

    /** Returns the number of accepted connections. */
    int acceptedConnections() {
        return acceptedConnections.get();
    }

    /** Sets the fault, and closes open connections unless the fault is {@code HANGS}. */
    void setFault(Fault newFault) {
        fault = newFault;
        if (newFault != Fault.HANGS) {
            closeAll();
        }
    }

    private static void start(IoThreadStarter.IoTask task) {
        IoThreadStarter.start("faulty-proxy", task);
    }

    private void accept() throws IOException {
        while (true) {
            Socket guard = serverSocket.accept();
            acceptedConnections.incrementAndGet();
            if (fault == Fault.CLOSES) {
                guard.close();
                continue;
            }
            if (fault == Fault.ANSWERS_503) {
                sockets.add(guard);
                start(() -> sendUnavailable(guard));
                continue;
            }
            Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
            sockets.add(guard);
            sockets.add(server);
            start(() -> copy(guard, server));
            start(() -> copy(server, guard));
        }
    }

    /** Responds with an error; the client closes the connection. */
    private static void sendUnavailable(Socket from) throws IOException {
        try (from) {
            InputStream in = from.getInputStream();
            byte[] buffer = new byte[8192];
            if (in.read(buffer) >= 0) {
                from.getOutputStream().write(UNAVAILABLE);
                from.shutdownOutput();
            }
            while (in.read(buffer) >= 0) {
                // Closing with unread input would reset the connection.
            }
        }
    }

    private void copy(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[8192];
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (fault == Fault.NONE) {
                    out.write(buffer, 0, n);
                }
            }
        }
    }

    private void closeAll() {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                // Closed below in any case.
            }
        }
        sockets.clear();
    }

    @Override
    public void close() throws IOException {
        serverSocket.close();
        closeAll();
    }
}
