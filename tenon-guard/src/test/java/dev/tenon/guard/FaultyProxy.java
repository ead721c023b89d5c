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

/** A TCP proxy before a server that can be told to lose connections, to pass nothing on, or to refuse requests. */
final class FaultyProxy implements AutoCloseable {
    /** What it does with connections. */
    enum Fault {
        NONE,
        /** It closes them. */
        CLOSES,
        /** It reads, and passes nothing on. */
        HANGS,
        /** It answers every HTTP request for the server, which never sees it. */
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

    /** How many connections were accepted. */
    int accepted() {
        return accepted.get();
    }

    /** Behaves like this from now on, and closes the connections that are open unless it hangs. */
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
                // One of the sides has closed the connection.
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

    /** The client closes the connection, as the answer says. */
    private static void refuse(Socket from) throws IOException {
        try (from) {
            InputStream in = from.getInputStream();
            byte[] buffer = new byte[8192];
            if (in.read(buffer) >= 0) {
                from.getOutputStream().write(UNAVAILABLE);
                from.shutdownOutput();
            }
            while (in.read(buffer) >= 0) {
                // A request that is not read to its end would be answered with a reset.
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
                // It is closed in any case.
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
