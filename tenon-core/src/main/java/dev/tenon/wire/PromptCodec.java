package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Prompt;
import dev.tenon.model.PromptArgument;
import dev.tenon.model.Revision;

/** A prompt in a list. */
final class PromptCodec implements Codec<Prompt> {
    private final boolean titles;
    private final IconCodec icons;
    private final MetaCodec meta;
    private final Codec<PromptArgument> arguments = new Argument();

    PromptCodec(Revision revision, IconCodec icons, MetaCodec meta) {
        this.titles = revision.hasTitles();
        this.icons = icons;
        this.meta = meta;
    }

    @Override
    public void members(JsonWriter out, Prompt it) {
        out.field("name", it.name());
        if (titles) {
            out.field("title", it.title());
        }
        out.field("description", it.description());
        Write.listIfAny(out, "arguments", it.arguments(), arguments);
        icons.list(out, it.icons());
        meta.ofElement(out, it.meta());
    }

    @Override
    public Prompt read(Fields in) {
        return new Prompt(
                in.text("name"),
                in.textOrNull("title"),
                in.textOrNull("description"),
                in.listOrEmpty("arguments", arguments::read),
                icons.list(in),
                in.meta());
    }

    private final class Argument implements Codec<PromptArgument> {
        @Override
        public void members(JsonWriter out, PromptArgument it) {
            out.field("name", it.name());
            if (titles) {
                out.field("title", it.title());
            }
            out.field("description", it.description());
            Write.ifTrue(out, "required", it.required());
        }

        @Override
        public PromptArgument read(Fields in) {
            return new PromptArgument(
                    in.text("name"), in.textOrNull("title"), in.textOrNull("description"), in.flag("required"));
        }
    }
}
