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
    /** How it treats connections. */
    enum Fault {
        NONE,
        /** It closes them. */
        CLOSES,
        /** It reads, and forwards nothing. */
        HANGS,
        /** It responds to every HTTP request itself. */
        ANSWERS_503
    }

    private static final byte[] UNAVAILABLE =
            "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nContent-Length: 12\r\nConnection: close\r\n\r\nUnavailable\n"
                    .getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket listening;
    private final int port;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile Fault fault = Fault.NONE;

    FaultyProxy(int port) throws IOException {
        this.port = port;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/mcp");
    }

    /** Returns the number of accepted connections. */
    int accepted() {
        return accepted.get();
    }

    /** Changes the behavior, and closes open connections unless it hangs. */
    void behave(Fault changed) {
        fault = changed;
        if (changed != Fault.HANGS) {
            closeAll();
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException e) {
                // One side closed the connection.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (true) {
            Socket guard = listening.accept();
            accepted.incrementAndGet();
            if (fault == Fault.CLOSES) {
                guard.close();
                continue;
            }
            if (fault == Fault.ANSWERS_503) {
                sockets.add(guard);
                start(() -> refuse(guard));
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
    private static void refuse(Socket from) throws IOException {
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
        listening.close();
        closeAll();
    }
}
