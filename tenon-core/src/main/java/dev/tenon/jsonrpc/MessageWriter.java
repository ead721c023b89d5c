package dev.tenon.jsonrpc;

import dev.tenon.json.JsonWriter;

/** Writes messages as compact UTF-8 JSON without line breaks of its own. */
public final class MessageWriter {
    private MessageWriter() {}

    /** The bytes of a message. The id of an error about an unreadable message is left out. */
    public static byte[] write(Message message) {
        return write(message, false);
    }

    /**
     * The bytes of a message.
     *
     * @param nullId whether an absent id of an error is written as {@code null}, as JSON-RPC without MCP has it
     */
    public static byte[] write(Message message, boolean nullId) {
        JsonWriter writer = new JsonWriter(expectedSize(message));
        writer.object().name("jsonrpc").value("2.0");
        if (message instanceof Request request) {
            writer.field("id", request.id().json()).name("method").value(request.method());
            writer.field("params", request.params());
        } else if (message instanceof Notification notification) {
            writer.name("method").value(notification.method()).field("params", notification.params());
        } else if (message instanceof Response.Success success) {
            writer.field("id", success.id().json()).field("result", success.result());
        } else if (message instanceof Response.Failure failure) {
            failure(writer, failure, nullId);
        }
        return writer.endObject().toBytes();
    }

    private static void failure(JsonWriter writer, Response.Failure failure, boolean nullId) {
        if (failure.id() != null) {
            writer.field("id", failure.id().json());
        } else if (nullId) {
            writer.name("id").nullValue();
        }
        RpcError error = failure.error();
        writer.name("error").object().name("code").value(error.code()).field("message", error.message());
        writer.field("data", error.data()).endObject();
    }

    private static int expectedSize(Message message) {
        int overhead = 64;
        return message instanceof Response.Success success
                ? overhead + success.result().size()
                : 4 * overhead;
    }
}
