package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.GetPromptParams;

/** Which prompt to fill in. */
final class GetPromptCodec implements Codec<GetPromptParams> {
    private final ResumeCodec resume;

    GetPromptCodec(ResumeCodec resume) {
        this.resume = resume;
    }

    @Override
    public void members(JsonWriter out, GetPromptParams it) {
        out.field("name", it.name());
        Write.textsByNameIfAny(out, "arguments", it.arguments());
        resume.members(out, it);
    }

    @Override
    public GetPromptParams read(Fields in) {
        return new GetPromptParams(
                in.text("name"), in.textsByNameOrEmpty("arguments"), resume.responses(in), resume.state(in), in.meta());
    }
}
