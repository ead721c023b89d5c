package dev.tenon.jsonrpc;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import org.jspecify.annotations.Nullable;

/** Writes messages as compact UTF-8 JSON without line breaks outside of raw values. */
public final class MessageWriter {
    private static final int REQUEST_FRAME_BYTES = "{'jsonrpc':'2.0','id':,'method':'','params':}".length();
    private static final int NOTIFICATION_FRAME_BYTES = "{'jsonrpc':'2.0','method':'','params':}".length();
    private static final int SUCCESS_FRAME_BYTES = "{'jsonrpc':'2.0','id':,'result':}".length();
    private static final int TYPICAL_ERROR_BYTES = 256;

    private MessageWriter() {}

    /** Returns the bytes of a message. An absent id of an error is omitted. */
    public static byte[] write(JsonRpcMessage message) {
        return write(message, false);
    }

    /**
     * Returns the bytes of a message.
     *
     * @param nullId whether an absent id of an error is written as {@code null}, as JSON-RPC 2.0 requires; MCP omits it
     *     from 2025-11-25 on
     */
    public static byte[] write(JsonRpcMessage message, boolean nullId) {
        JsonWriter writer = new JsonWriter(expectedSize(message));
        writer.beginObject().name("jsonrpc").value("2.0");
        if (message instanceof Request request) {
            writer.fieldUnlessNull("id", request.id().json()).name("method").value(request.method());
            writer.fieldUnlessNull("params", request.params());
        } else if (message instanceof Notification notification) {
            writer.name("method").value(notification.method()).fieldUnlessNull("params", notification.params());
        } else if (message instanceof Response.Success success) {
            writer.fieldUnlessNull("id", success.id().json()).fieldUnlessNull("result", success.result());
        } else if (message instanceof Response.Failure failure) {
            writeFailure(writer, failure, nullId);
        }
        return writer.endObject().takeBytes();
    }

    private static void writeFailure(JsonWriter writer, Response.Failure failure, boolean nullId) {
        if (failure.id() != null) {
            writer.fieldUnlessNull("id", failure.id().json());
        } else if (nullId) {
            writer.fieldUnlessNull("id", Json.NULL);
        }
        RpcError error = failure.error();
        writer.name("error").beginObject().name("code").value(error.code()).fieldUnlessNull("message", error.message());
        writer.fieldUnlessNull("data", error.data()).endObject();
    }

    /** Estimates the size of the message, so that the buffer seldom grows. */
    private static int expectedSize(JsonRpcMessage message) {
        if (message instanceof Request request) {
            int idBytes = request.id().json().sizeInBytes();
            return REQUEST_FRAME_BYTES + idBytes + request.method().length() + sizeOf(request.params());
        }
        if (message instanceof Notification notification) {
            return NOTIFICATION_FRAME_BYTES + notification.method().length() + sizeOf(notification.params());
        }
        if (message instanceof Response.Success success) {
            int idBytes = success.id().json().sizeInBytes();
            return SUCCESS_FRAME_BYTES + idBytes + success.result().sizeInBytes();
        }
        return TYPICAL_ERROR_BYTES;
    }

    private static int sizeOf(@Nullable Json value) {
        return value == null ? 0 : value.sizeInBytes();
    }
}
