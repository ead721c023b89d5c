package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.ElicitAction;
import dev.tenon.model.ElicitResult;

/** What the user answered. */
final class ElicitResultCodec implements Codec<ElicitResult> {
    @Override
    public void members(JsonWriter out, ElicitResult it) {
        out.field("action", it.action().wireName());
        if (!it.content().members().isEmpty()) {
            out.field("content", it.content());
        }
    }

    /** Content beside another action than accept is passed over: it means nothing. */
    @Override
    public ElicitResult read(Fields in) {
        ElicitAction action = in.choice("action", ElicitAction.values(), ElicitAction::wireName);
        Json content = action == ElicitAction.ACCEPT ? in.objectOrNull("content") : null;
        return new ElicitResult(action, content == null ? Json.EMPTY_OBJECT : content, in.meta());
    }
}
