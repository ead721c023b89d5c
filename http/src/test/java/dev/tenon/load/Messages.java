package dev.tenon.load;

/** Messages of both eras. */
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

    /** A request, with the members of its params. */
    static String request(Object id, String method, String params) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{" + params + "}}";
    }

    /** A request of that revision. */
    static String request(String revision, Object id, String method, String params) {
        String meta = revision.equals(MODERN) ? META + (params.isEmpty() ? "" : ",") : "";
        return request(id, method, meta + params);
    }

    /** A call of a tool, with the members of its arguments. */
    static String call(String revision, Object id, String tool, String arguments) {
        return request(revision, id, "tools/call", "\"name\":\"" + tool + "\",\"arguments\":{" + arguments + "}");
    }

    static String cancelled(Object id) {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":" + id + "}}";
    }
}
