package dev.tenon.client.internal.transport;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** An HTTP server that sends exactly the bytes of a script. */
final class Scripted implements AutoCloseable {
    final List<Hit> hits = new CopyOnWriteArrayList<>();
    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Script script;

    /** Handles a request; the number counts requests from 1. */
    interface Script {
        void run(Hit hit, Out out) throws Exception;
    }

    /** A request. */
    record Hit(int number, String method, String path, Map<String, String> headers, String body, long nanos) {
        String header(String name) {
            return headers.get(name);
        }
    }

    Scripted(Script script) throws IOException {
        this.script = script;
        this.server = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        daemon(this::accept);
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "scripted");
        thread.setDaemon(true);
        thread.start();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getLocalPort() + path);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                sockets.add(socket);
                daemon(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (Hit hit = read(in); hit != null; hit = read(in)) {
                script.run(hit, new Out(socket));
            }
        } catch (Exception e) {
            // The client has disconnected, or the test is over.
        } finally {
            sockets.remove(socket);
        }
    }

    private Hit read(InputStream in) throws IOException {
        String first = line(in);
        if (first == null) {
            return null;
        }
        String[] parts = first.split(" ");
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = line(in); line != null && !line.isEmpty(); line = line(in)) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("Content-Length", "0"));
        String body = new String(in.readNBytes(length), UTF_8);
        synchronized (hits) {
            Hit hit = new Hit(hits.size() + 1, parts[0], parts[1], headers, body, System.nanoTime());
            hits.add(hit);
            return hit;
        }
    }

    private static String line(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b != '\n'; b = in.read()) {
            if (b < 0) {
                return null;
            }
            line.write(b);
        }
        return line.toString(ISO_8859_1).strip();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** The server side of a connection. */
    static final class Out {
        private final Socket socket;

        Out(Socket socket) {
            this.socket = socket;
        }

        Out raw(String text) throws IOException {
            return bytes(text.getBytes(UTF_8));
        }

        Out bytes(byte[] bytes) throws IOException {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        }

        /** Waits until the client has sent more data. */
        Out awaitClient() throws IOException {
            if (socket.getInputStream().read() < 0) {
                throw new EOFException();
            }
            return this;
        }

        /** Sends a complete response. The headers are lines that each end with CRLF. */
        void answer(int status, String headers, String body) throws IOException {
            raw("HTTP/1.1 " + status + " X\r\n" + headers + "Content-Length: " + body.getBytes(UTF_8).length
                    + "\r\n\r\n" + body);
        }

        void json(String body) throws IOException {
            answer(200, "Content-Type: application/json\r\n", body);
        }

        /** Sends the head of an event stream that ends with the connection. */
        Out events() throws IOException {
            return raw("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
        }

        void hangUp() throws IOException {
            socket.close();
        }
    }
}
