package dev.tenon.load;

/** JSON-RPC messages of both protocol eras. */
final class Messages {
    static final String MODERN = "2026-07-28";
    static final String LEGACY = "2025-11-25";

    private static final String META = "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" + MODERN
            + "\",\"io.modelcontextprotocol/clientCapabilities\":{}}";

    private Messages() {}

    static String initialize() {
        return request(
                "\"init\"",
                "initialize",
                "\"protocolVersion\":\"" + LEGACY
                        + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"load\",\"version\":\"1\"}");
    }

    /** Returns a request with these members in its params. */
    static String request(Object id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + params + "}}";
    }

    /** Returns a request of that revision with these members in its params. */
    static String request(String revision, Object id, String method, String params) {
        String meta = revision.equals(MODERN) ? META + (params.isEmpty() ? "" : ",") : "";
        return request(id, method, meta + params);
    }

    /** Returns a call of a tool with these members in its arguments. */
    static String call(String revision, Object id, String tool, String arguments) {
        return request(revision, id, "tools/call", "\"name\":\"" + tool + "\",\"arguments\":{" + arguments + "}");
    }

    static String cancelledNotification(Object id) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}";
    }
}
