package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.ReadResourceParams;

/** Which resource to read. */
final class ReadResourceCodec implements Codec<ReadResourceParams> {
    private final ResumeCodec resume;

    ReadResourceCodec(ResumeCodec resume) {
        this.resume = resume;
    }

    @Override
    public void members(JsonWriter out, ReadResourceParams it) {
        out.field("uri", it.uri());
        resume.members(out, it);
    }

    @Override
    public ReadResourceParams read(Fields in) {
        return new ReadResourceParams(in.text("uri"), resume.responses(in), resume.state(in), in.meta());
    }
}
