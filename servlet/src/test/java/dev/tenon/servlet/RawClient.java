package dev.tenon.servlet;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A client that writes exactly the given bytes to a socket. */
final class RawClient implements AutoCloseable {
    private final Socket socket = new Socket();

    RawClient(int port) throws IOException {
        // Small, so that a client that does not read is detected soon.
        socket.setReceiveBufferSize(8192);
        socket.setSoTimeout(60_000);
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress("127.0.0.1", port));
    }

    RawClient write(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        return this;
    }

    /** Returns the headers of a tool call of 2026-07-28, up to those for the length of the body. */
    static String buildHead(int port, String tool) {
        return String.join(
                "\r\n",
                "POST /mcp HTTP/1.1",
                "Host: 127.0.0.1:" + port,
                "Content-Type: application/json",
                "Accept: application/json, text/event-stream",
                "MCP-Protocol-Version: 2026-07-28",
                "Mcp-Method: tools/call",
                "Mcp-Name: " + tool,
                "");
    }

    /** Reads up to the end of the headers and returns them with the status line. */
    String readHead() throws IOException {
        StringBuilder read = new StringBuilder();
        while (read.indexOf("\r\n\r\n") < 0) {
            int next = socket.getInputStream().read();
            if (next < 0) {
                throw new IOException("closed after: " + read);
            }
            read.append((char) next);
        }
        return read.toString();
    }

    /** Reads everything until the server closes; returns -1 if it resets the connection. */
    long readToEnd() throws IOException {
        byte[] buffer = new byte[8192];
        long total = 0;
        for (int count = 0; count >= 0; count = readOrReset(buffer)) {
            total += count;
        }
        return total;
    }

    private int readOrReset(byte[] buffer) throws IOException {
        try {
            return socket.getInputStream().read(buffer);
        } catch (java.net.SocketException e) {
            return -1;
        }
    }

    void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Reads this many bytes. */
    String read(int count) throws IOException {
        return new String(socket.getInputStream().readNBytes(count), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
