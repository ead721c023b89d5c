package dev.tenon.http.embedded;

import dev.tenon.json.Json;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A POST request with exactly the given header lines, sent over its own socket. */
final class RawPostRequest {
    private static final int READ_TIMEOUT_MS = 10_000;

    private final int port;
    private final Map<String, String> headers = new LinkedHashMap<>();

    RawPostRequest(int port) {
        this.port = port;
        header("Host", "127.0.0.1:" + port);
        header("Content-Type", "application/json");
        header("Accept", "application/json, text/event-stream");
        header("Connection", "close");
    }

    RawPostRequest header(String name, @Nullable String value) {
        if (value == null) {
            headers.remove(name);
        } else {
            headers.put(name, value);
        }
        return this;
    }

    /** A response: its status line, headers and body. */
    record PostResponse(int status, Map<String, String> headers, String body) {
        Json json() {
            return Json.parse(body);
        }

        int errorCode() {
            return json().get("error").get("code").number().intValue();
        }

        boolean hasResult() {
            return status == 200 && json().get("result") != null;
        }
    }

    PostResponse send(String body) throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        StringBuilder head = new StringBuilder("POST /mcp HTTP/1.1\r\nContent-Length: " + content.length + "\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("\r\n");
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(READ_TIMEOUT_MS);
            ByteArrayOutputStream request = new ByteArrayOutputStream();
            // Latin-1, so that header bytes beyond ASCII are sent unchanged.
            request.writeBytes(head.toString().getBytes(StandardCharsets.ISO_8859_1));
            request.writeBytes(content);
            socket.getOutputStream().write(request.toByteArray());
            return readResponse(socket.getInputStream());
        }
    }

    private static PostResponse readResponse(InputStream in) throws IOException {
        String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        int end = text.indexOf("\r\n\r\n");
        String[] lines = text.substring(0, end).split("\r\n");
        Map<String, String> headers = new LinkedHashMap<>();
        for (int i = 1; i < lines.length; i++) {
            String[] parts = lines[i].split(":", 2);
            headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1].strip());
        }
        return new PostResponse(Integer.parseInt(lines[0].split(" ")[1]), headers, text.substring(end + 4));
    }
}
