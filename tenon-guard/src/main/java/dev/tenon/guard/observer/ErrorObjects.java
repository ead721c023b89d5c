package dev.tenon.guard.observer;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.jsonrpc.RpcError;

/**
 * An error as policies and the audit see it: the object with {@code code}, {@code message} and {@code data} of an
 * answer.
 */
public final class ErrorObjects {
    private ErrorObjects() {}

    /** The object for an error. */
    public static Json of(RpcError error) {
        return new JsonWriter()
                .beginObject()
                .field("code", (Number) error.code())
                .field("message", error.message())
                .field("data", error.data())
                .endObject()
                .toJson();
    }
}
