package dev.tenon.bench.load;

/** The texts of HTTP/1.1 requests. */
final class HttpRequestTexts {
    static final String INITIALIZE = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{"
            + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}}";
    static final String INITIALIZED = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";

    private HttpRequestTexts() {}

    static String post(int port, String headers, String body) {
        return "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + port
                + "\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n" + headers
                + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }

    static String initialize(int port) {
        return post(port, "", INITIALIZE);
    }

    static String initialized(int port, String session) {
        return post(port, session, INITIALIZED);
    }

    static String delete(int port, String session) {
        return "DELETE /mcp HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n" + session + "Content-Length: 0\r\n\r\n";
    }
}
