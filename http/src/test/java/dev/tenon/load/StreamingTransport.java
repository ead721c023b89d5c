package dev.tenon.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The streaming transports of a server. Their clients have small receive buffers, and read only on request. */
enum StreamingTransport {
    STREAMABLE_HTTP {
        @Override
        StreamingClient connect(int port) {
            return new StreamingClient() {
                @Override
                void send(String message, String headers) throws IOException {
                    write(openSocket(port), buildPost("/mcp", headers, message));
                }

                @Override
                String readRemaining() throws IOException {
                    return readToEnd(lastSocket());
                }
            };
        }
    },
    HTTP_SSE {
        @Override
        StreamingClient connect(int port) throws IOException {
            return new SseClient(port);
        }
    },
    WEB_SOCKET {
        @Override
        StreamingClient connect(int port) throws IOException {
            Socket socket = RawWebSockets.connect(port);
            return new StreamingClient() {
                {
                    sockets.add(socket);
                }

                @Override
                void send(String message, String headers) throws IOException {
                    RawWebSockets.send(socket, RawWebSockets.TEXT, message);
                }

                @Override
                String readRemaining() throws IOException {
                    DataInputStream in = new DataInputStream(socket.getInputStream());
                    StringBuilder text = new StringBuilder();
                    try {
                        for (String payload = "";
                                !payload.startsWith("closed: ");
                                payload = RawWebSockets.readPayload(in)) {
                            text.append(payload);
                        }
                    } catch (EOFException e) {
                        text.append("cut");
                    }
                    return text.toString();
                }
            };
        }
    };

    abstract StreamingClient connect(int port) throws IOException;

    /** A client that sends requests of 2026-07-28. */
    abstract static class StreamingClient implements AutoCloseable {
        final List<Socket> sockets = new ArrayList<>();

        /** Sends a request; these lines are its headers, if the transport has any. */
        abstract void send(String message, String headers) throws IOException;

        /** Reads until the server closes the connection; for HTTP, that of the last request. */
        abstract String readRemaining() throws IOException;

        Socket openSocket(int port) throws IOException {
            Socket socket = new Socket();
            sockets.add(socket);
            socket.setReceiveBufferSize(8 << 10);
            socket.setSoTimeout(30_000);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        }

        Socket lastSocket() {
            return sockets.get(sockets.size() - 1);
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static final class SseClient extends StreamingClient {
        private static final Pattern ENDPOINT = Pattern.compile("data: *(\\S+)\\s");

        private final int port;
        private final Socket stream;
        private final String endpoint;

        SseClient(int port) throws IOException {
            this.port = port;
            this.stream = openSocket(port);
            write(
                    stream,
                    "GET /sse HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n"
                            + "Connection: close\r\n\r\n");
            StringBuilder start = new StringBuilder();
            Matcher matcher = ENDPOINT.matcher(start);
            while (!matcher.reset().find()) {
                start.append((char) stream.getInputStream().read());
            }
            this.endpoint = matcher.group(1);
        }

        @Override
        void send(String message, String headers) throws IOException {
            write(openSocket(port), buildPost(endpoint, "", message));
        }

        @Override
        String readRemaining() throws IOException {
            return readToEnd(stream);
        }
    }

    private static String buildPost(String path, String headers, String body) {
        return "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                + "Accept: application/json, text/event-stream\r\nConnection: close\r\n" + headers + "Content-Length: "
                + body.getBytes(UTF_8).length + "\r\n\r\n" + body;
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(UTF_8));
    }

    private static String readToEnd(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
}
