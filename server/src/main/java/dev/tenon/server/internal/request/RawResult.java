package dev.tenon.server.internal.request;

import dev.tenon.json.Json;
import dev.tenon.model.Meta;
import dev.tenon.model.Result;

/** A result from a forwarder, in the wire format. */
public record RawResult(Json json) implements Result {
    @Override
    public Meta meta() {
        return Meta.EMPTY;
    }

    boolean isToolError() {
        Json error = json.get("isError");
        return error != null && Boolean.TRUE.equals(error.bool());
    }

    boolean isInputRequired() {
        Json type = json.get("resultType");
        return type != null && "input_required".equals(type.string());
    }
}
