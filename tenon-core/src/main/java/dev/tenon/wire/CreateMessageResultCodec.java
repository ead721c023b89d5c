package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Content;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.SamplingContent;
import dev.tenon.model.TextContent;
import dev.tenon.model.ToolUse;
import java.util.List;
import java.util.stream.Collectors;

/** What the client's model said. */
final class CreateMessageResultCodec implements Codec<CreateMessageResult> {
    private final boolean severalBlocks;
    private final SamplingMessageCodec messages;

    CreateMessageResultCodec(Elements elements) {
        severalBlocks = elements.revision.hasSamplingTools();
        messages = elements.samplingMessage;
    }

    @Override
    public void members(JsonWriter out, CreateMessageResult it) {
        out.field("role", it.role().wireName());
        boolean fits = severalBlocks || it.content().size() == 1;
        messages.content(out, fits ? it.content() : List.of(Content.text(joined(it.content()))));
        out.field("model", it.model()).field("stopReason", it.stopReason());
    }

    /** Where an answer holds one block only, several become one text. */
    private static String joined(List<SamplingContent> blocks) {
        return blocks.stream().map(CreateMessageResultCodec::words).collect(Collectors.joining("\n"));
    }

    private static String words(SamplingContent block) {
        if (block instanceof TextContent text) {
            return text.text();
        }
        return block instanceof ToolUse use ? NotCarried.toolUse(use) : "[Content that is no text]";
    }

    @Override
    public CreateMessageResult read(Fields in) {
        return new CreateMessageResult(
                messages.readRole(in),
                messages.readContent(in),
                in.text("model"),
                in.textOrNull("stopReason"),
                in.meta());
    }
}
