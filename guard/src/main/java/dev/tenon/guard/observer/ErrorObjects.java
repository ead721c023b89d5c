package dev.tenon.guard.observer;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.jsonrpc.RpcError;

/** Converts errors to JSON objects with {@code code}, {@code message} and {@code data}, for policies and the audit. */
public final class ErrorObjects {
    private ErrorObjects() {}

    /** Returns the JSON object of an error. */
    public static Json of(RpcError error) {
        JsonWriter out = new JsonWriter().beginObject().fieldUnlessNull("code", (Number) error.code());
        out.fieldUnlessNull("message", error.message()).fieldUnlessNull("data", error.data());
        return out.endObject().toJson();
    }
}
