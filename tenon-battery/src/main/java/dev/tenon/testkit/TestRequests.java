package dev.tenon.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.tenon.model.Revision;
import java.util.concurrent.atomic.AtomicLong;

/** Good requests, as text. */
final class TestRequests {
    private static final AtomicLong COUNT = new AtomicLong();

    private TestRequests() {}

    /** The {@code _meta} member that every request of this revision has to have, or may have. */
    static String meta(Revision revision) {
        return revision.isStateless()
                ? "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"" + revision
                        + "\",\"io.modelcontextprotocol/clientCapabilities\":{}}"
                : "\"_meta\":{}";
    }

    static byte[] initialize(Revision revision) {
        return ("{\"jsonrpc\":\"2.0\",\"id\":\"open\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
                        + revision + "\",\"capabilities\":{},\"clientInfo\":{\"name\":\"battery\",\"version\":\"1\"}}}")
                .getBytes(UTF_8);
    }

    static byte[] initialized() {
        return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}".getBytes(UTF_8);
    }

    /** A call of a tool without arguments. */
    static byte[] call(Revision revision, String id, String tool) {
        return request(revision, id, "tools/call", ",\"name\":\"" + tool + "\"");
    }

    /** A request with more members of its params, beginning with a comma. */
    static byte[] request(Revision revision, String id, String method, String members) {
        return ("{\"jsonrpc\":\"2.0\",\"id\":\"" + id + "\",\"method\":\"" + method + "\",\"params\":{" + meta(revision)
                        + members + "}}")
                .getBytes(UTF_8);
    }

    /** An id that has not been used. */
    static String freshId() {
        return "battery-" + COUNT.incrementAndGet();
    }
}
