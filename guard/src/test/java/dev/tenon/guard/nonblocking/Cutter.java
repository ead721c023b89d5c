package dev.tenon.guard.nonblocking;

import dev.tenon.guard.Await;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Stands between the guard and a server, and closes connections without having said so: when it is told to, and on a
 * request that holds the words {@code cut me}, which gets no answer.
 */
final class Cutter implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?i)\r\ncontent-length: *([0-9]+)");

    private final ServerSocket door;
    private final int port;
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    /** Those of them whose request has no answer yet; a stream that a client listens to stays among them. */
    private final List<Socket> answering = new CopyOnWriteArrayList<>();

    private volatile boolean cutting;
    private volatile boolean closed;

    Cutter(int port) throws IOException {
        this.port = port;
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::listen);
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + door.getLocalPort() + "/mcp");
    }

    /** From now on each connection is closed after the next answer. */
    void cutAfterEach() {
        cutting = true;
    }

    /** How many requests came that hold this. */
    long requests(String text) {
        return requests.stream().filter(request -> request.contains(text)).count();
    }

    /** Says nothing more on the connections that are open now. */
    void cutAll() {
        open.forEach(Cutter::end);
    }

    /**
     * Returns when the guard has closed its end of each connection that it could use too: it knows then that they are
     * gone.
     */
    void awaitNone() throws InterruptedException {
        Await.within(Duration.ofSeconds(20), () -> answering.containsAll(open));
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
                        // One of the sides has gone.
                    }
                },
                "cutter");
        thread.setDaemon(true);
        thread.start();
    }

    private void listen() throws IOException {
        while (true) {
            Socket guard = door.accept();
            open.add(guard);
            if (closed) {
                // It was taken in before the door closed, and came too late to be closed with the others.
                close(guard);
                return;
            }
            start(() -> serve(guard));
        }
    }

    private void serve(Socket guard) throws IOException {
        try (guard) {
            serveUntilCut(guard);
        } finally {
            open.remove(guard);
        }
    }

    private void serveUntilCut(Socket guard) throws IOException {
        guard.setTcpNoDelay(true);
        InputStream in = new BufferedInputStream(guard.getInputStream());
        while (true) {
            String request = request(in);
            requests.add(request);
            if (request.contains("cut me")) {
                return;
            }
            answering.add(guard);
            byte[] answer = answer(request);
            answering.remove(guard);
            guard.getOutputStream().write(answer);
            if (cutting) {
                end(guard);
            }
        }
    }

    private static String request(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        while (!head.toString(StandardCharsets.ISO_8859_1).endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("gone");
            }
            head.write(next);
        }
        String text = head.toString(StandardCharsets.ISO_8859_1);
        Matcher length = LENGTH.matcher(text);
        int size = length.find() ? Integer.parseInt(length.group(1)) : 0;
        return text + new String(in.readNBytes(size), StandardCharsets.ISO_8859_1);
    }

    private byte[] answer(String request) throws IOException {
        try (Socket server = new Socket(InetAddress.getLoopbackAddress(), port)) {
            String closing = request.replaceFirst("\r\n", "\r\nConnection: close\r\n");
            server.getOutputStream().write(closing.getBytes(StandardCharsets.ISO_8859_1));
            String all = new String(server.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            return all.replaceFirst("(?i)connection: *close\r\n", "").getBytes(StandardCharsets.ISO_8859_1);
        }
    }

    private static void end(Socket socket) {
        try {
            socket.shutdownOutput();
        } catch (IOException e) {
            // It has ended.
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // It is closed in any case.
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        door.close();
        open.forEach(Cutter::close);
    }
}
