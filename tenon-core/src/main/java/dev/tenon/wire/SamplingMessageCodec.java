package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Revision;
import dev.tenon.model.Role;
import dev.tenon.model.SamplingContent;
import dev.tenon.model.SamplingMessage;
import java.util.List;

/** The turns of a conversation with a model. */
final class SamplingMessageCodec implements Codec<SamplingMessage> {
    private final boolean severalBlocks;
    private final boolean carriesMeta;
    private final SamplingContentCodec content;
    private final MetaCodec meta;

    SamplingMessageCodec(Revision revision, SamplingContentCodec content, MetaCodec meta) {
        this.severalBlocks = revision.hasSamplingTools();
        this.carriesMeta = revision.hasSamplingTools();
        this.content = content;
        this.meta = meta;
    }

    /** Where a turn holds one block only, each further block becomes a turn of the same speaker. */
    void list(JsonWriter out, List<SamplingMessage> messages) {
        out.name("messages").array();
        for (SamplingMessage message : messages) {
            if (severalBlocks) {
                write(out, message);
            } else {
                message.content()
                        .forEach(block ->
                                write(out, new SamplingMessage(message.role(), List.of(block), message.meta())));
            }
        }
        out.endArray();
    }

    @Override
    public void members(JsonWriter out, SamplingMessage it) {
        out.field("role", it.role().wireName());
        content(out, it.content());
        if (carriesMeta) {
            meta.ofElement(out, it.meta());
        }
    }

    /** One block as it is, several as an array. */
    void content(JsonWriter out, List<SamplingContent> blocks) {
        if (blocks.size() == 1) {
            out.name("content");
            content.write(out, blocks.get(0));
        } else {
            Write.list(out, "content", blocks, content);
        }
    }

    @Override
    public SamplingMessage read(Fields in) {
        return new SamplingMessage(readRole(in), readContent(in), in.meta());
    }

    Role readRole(Fields in) {
        return in.choice("role", Role.values(), Role::wireName);
    }

    List<SamplingContent> readContent(Fields in) {
        return in.oneOrMore("content", content::read);
    }
}
