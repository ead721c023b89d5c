package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.PromptMessage;
import dev.tenon.model.Role;

/** One turn of a prompt: always one block of content. */
final class PromptMessageCodec implements Codec<PromptMessage> {
    private final ContentCodec content;

    PromptMessageCodec(ContentCodec content) {
        this.content = content;
    }

    @Override
    public void members(JsonWriter out, PromptMessage it) {
        out.field("role", it.role().wireName()).name("content");
        content.write(out, it.content());
    }

    @Override
    public PromptMessage read(Fields in) {
        return new PromptMessage(in.choice("role", Role.values(), Role::wireName), in.one("content", content::read));
    }
}
