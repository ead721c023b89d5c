package dev.tenon.guard.observer;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.jsonrpc.RpcError;

/** Converts errors to JSON objects with {@code code}, {@code message} and {@code data}, for policies and the audit. */
public final class ErrorObjects {
    private ErrorObjects() {}

    /** Returns the JSON object of an error. */
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
