package dev.tenon.wire;

import dev.tenon.json.Json;
import dev.tenon.json.JsonWriter;
import dev.tenon.model.CallToolParams;

/** A call of a tool. */
final class CallToolCodec implements Codec<CallToolParams> {
    private final ResumeCodec resume;

    CallToolCodec(ResumeCodec resume) {
        this.resume = resume;
    }

    @Override
    public void members(JsonWriter out, CallToolParams it) {
        out.field("name", it.name()).field("arguments", it.arguments());
        resume.members(out, it);
    }

    @Override
    public CallToolParams read(Fields in) {
        Json arguments = in.objectOrNull("arguments");
        return new CallToolParams(
                in.text("name"),
                arguments == null ? Json.EMPTY_OBJECT : arguments,
                resume.responses(in),
                resume.state(in),
                in.meta());
    }
}
