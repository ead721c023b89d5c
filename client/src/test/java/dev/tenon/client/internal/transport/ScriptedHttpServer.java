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

/** An HTTP server whose responses are exactly the bytes that the handler of a test writes. */
final class ScriptedHttpServer implements AutoCloseable {
    final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();
    private final ServerSocket serverSocket;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final RequestHandler handler;

    /** Writes the response to a request. */
    interface RequestHandler {
        void handle(ReceivedRequest request, ResponseWriter out) throws Exception;
    }

    /** A request; the number counts the requests of the server from 1. */
    record ReceivedRequest(
            int number, String method, String path, Map<String, String> headers, String body, long receivedNanos) {
        String header(String name) {
            return headers.get(name);
        }
    }

    ScriptedHttpServer(RequestHandler handler) throws IOException {
        this.handler = handler;
        this.serverSocket = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
        startDaemon(this::accept);
    }

    private static void startDaemon(Runnable task) {
        Thread thread = new Thread(task, "scripted-http-server");
        thread.setDaemon(true);
        thread.start();
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + serverSocket.getLocalPort() + path);
    }

    private void accept() {
        while (!serverSocket.isClosed()) {
            try {
                Socket socket = serverSocket.accept();
                socket.setTcpNoDelay(true);
                sockets.add(socket);
                startDaemon(() -> serve(socket));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (ReceivedRequest request = readRequest(in); request != null; request = readRequest(in)) {
                handler.handle(request, new ResponseWriter(socket));
            }
        } catch (Exception e) {
            // The client has disconnected, or the test is over.
        } finally {
            sockets.remove(socket);
        }
    }

    private ReceivedRequest readRequest(InputStream in) throws IOException {
        String first = readLine(in);
        if (first == null) {
            return null;
        }
        String[] parts = first.split(" ");
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        for (String line = readLine(in); line != null && !line.isEmpty(); line = readLine(in)) {
            int colon = line.indexOf(':');
            headers.put(line.substring(0, colon), line.substring(colon + 1).strip());
        }
        int length = Integer.parseInt(headers.getOrDefault("Content-Length", "0"));
        String body = new String(in.readNBytes(length), UTF_8);
        synchronized (requests) {
            ReceivedRequest request =
                    new ReceivedRequest(requests.size() + 1, parts[0], parts[1], headers, body, System.nanoTime());
            requests.add(request);
            return request;
        }
    }

    private static String readLine(InputStream in) throws IOException {
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
        serverSocket.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** Writes to a connection on the server side. */
    static final class ResponseWriter {
        private final Socket socket;

        ResponseWriter(Socket socket) {
            this.socket = socket;
        }

        ResponseWriter write(String text) throws IOException {
            return write(text.getBytes(UTF_8));
        }

        ResponseWriter write(byte[] bytes) throws IOException {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
            return this;
        }

        /** Waits until the client has sent more data. */
        ResponseWriter awaitData() throws IOException {
            if (socket.getInputStream().read() < 0) {
                throw new EOFException();
            }
            return this;
        }

        /** Sends a complete response. The headers are lines that each end with CRLF. */
        void respond(int status, String headers, String body) throws IOException {
            write("HTTP/1.1 " + status + " X\r\n" + headers + "Content-Length: " + body.getBytes(UTF_8).length
                    + "\r\n\r\n" + body);
        }

        void respondJson(String body) throws IOException {
            respond(200, "Content-Type: application/json\r\n", body);
        }

        /** Sends the head of an event stream that ends with the connection. */
        ResponseWriter startEventStream() throws IOException {
            return write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n");
        }

        void closeConnection() throws IOException {
            socket.close();
        }
    }
}
