package dev.tenon.conformance.neighbour;

import java.nio.charset.StandardCharsets;

/** Requests as bytes on a socket: HTTP/1.1 with a JSON-RPC message. */
final class Requests {
    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private Requests() {}

    /** Returns a 2026-07-28 call; {@code arguments} is the text of a JSON object. */
    static String call(long id, String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "," + META + "}}";
    }

    static String listen(long id) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"subscriptions/listen\",\"params\":{"
                + "\"notifications\":{\"toolsListChanged\":true}," + META + "}}";
    }

    /** Returns the message that opens a session of this revision. */
    static String initialize(String revision, String clientName) {
        return "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"" + revision
                + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"" + clientName + "\",\"version\":\"1\"}}}";
    }

    /** Returns a call in a session. */
    static String sessionCall(long id, String tool, String arguments) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + tool
                + "\",\"arguments\":" + arguments + "}}";
    }

    /** Returns a subscription to a resource in a session. */
    static String subscribe(long id, String uri) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"resources/subscribe\",\"params\":{\"uri\":\"" + uri
                + "\"}}";
    }

    static byte[] postCall(String path, long id, String tool, String arguments) {
        String headers = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\nMcp-Name: " + tool + "\r\n";
        return post(path, headers, call(id, tool, arguments));
    }

    static byte[] postListen(String path, long id) {
        String headers = "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: subscriptions/listen\r\n";
        return post(path, headers, listen(id));
    }

    /** Returns a POST request; {@code headers} are lines that end with CRLF. */
    static byte[] post(String path, String headers, String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        byte[] head = ("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                        + "Accept: application/json, text/event-stream\r\nContent-Length: " + bytes.length + "\r\n"
                        + headers + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
        byte[] all = new byte[head.length + bytes.length];
        System.arraycopy(head, 0, all, 0, head.length);
        System.arraycopy(bytes, 0, all, head.length, bytes.length);
        return all;
    }

    static byte[] get(String path, String headers) {
        return ("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n" + headers + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }
}
