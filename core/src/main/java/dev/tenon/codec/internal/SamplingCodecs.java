package dev.tenon.codec.internal;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.Content;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.IncludeContext;
import dev.tenon.model.ModelPreferences;
import dev.tenon.model.Role;
import dev.tenon.model.SamplingContent;
import dev.tenon.model.SamplingMessage;
import dev.tenon.model.TextContent;
import dev.tenon.model.ToolChoice;
import dev.tenon.model.ToolUse;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads and writes sampling requests and results. */
final class SamplingCodecs {
    private static final JsonObjectCodec<String> HINT = new JsonObjectCodec<>(
            (out, name) -> out.fieldUnlessNull("name", name), in -> in.hasMember("name") ? in.string("name") : "");

    /** Hints without a name are ignored. */
    private static final JsonObjectCodec<ModelPreferences> PREFERENCES = new JsonObjectCodec<>(
            (out, it) -> {
                MemberWriter.writeListIfNotEmpty(out, "hints", it.hints(), HINT);
                out.fieldUnlessNull("costPriority", it.costPriority())
                        .fieldUnlessNull("speedPriority", it.speedPriority())
                        .fieldUnlessNull("intelligencePriority", it.intelligencePriority());
            },
            in -> new ModelPreferences(
                    in.decodeListOrEmpty("hints", HINT::read).stream()
                            .filter(name -> !name.isEmpty())
                            .toList(),
                    in.numberOrNull("costPriority"),
                    in.numberOrNull("speedPriority"),
                    in.numberOrNull("intelligencePriority")));

    private static final JsonObjectCodec<ToolChoice> CHOICE = new JsonObjectCodec<>(
            (out, it) -> out.fieldUnlessNull("mode", it.wireName()),
            in -> in.hasMember("mode")
                    ? in.choice("mode", ToolChoice.values(), ToolChoice::wireName)
                    : ToolChoice.AUTO);

    final JsonObjectCodec<CreateMessage> request = new JsonObjectCodec<>(this::writeRequest, this::readRequest);
    final JsonObjectCodec<CreateMessageResult> result = new JsonObjectCodec<>(this::writeResult, this::readResult);

    private final JsonObjectCodec<SamplingMessage> message = new JsonObjectCodec<>(
            this::writeMessage, in -> new SamplingMessage(readRole(in), readContent(in), in.meta()));
    private final ElementCodecs elements;

    /** Whether the revision has tools in sampling, and several content blocks in one message. */
    private final boolean hasTools;

    SamplingCodecs(ElementCodecs of) {
        this.elements = of;
        hasTools = of.revision.hasSamplingTools();
    }

    private void writeRequest(JsonWriter out, CreateMessage it) {
        out.name("messages").beginArray();
        it.messages().stream().flatMap(this::splitTurns).forEach(part -> message.write(out, part));
        out.endArray();
        MemberWriter.writeIfPresent(out, "modelPreferences", it.modelPreferences(), PREFERENCES);
        out.fieldUnlessNull("systemPrompt", it.systemPrompt());
        IncludeContext context = it.includeContext();
        out.fieldUnlessNull("includeContext", context == null ? null : context.wireName());
        out.fieldUnlessNull("temperature", it.temperature()).fieldUnlessNull("maxTokens", it.maxTokens());
        MemberWriter.writeStringsIfNotEmpty(out, "stopSequences", it.stopSequences());
        out.fieldUnlessNull("metadata", it.metadata());
        if (hasTools) {
            MemberWriter.writeListIfNotEmpty(out, "tools", it.tools(), elements.tool);
            MemberWriter.writeIfPresent(out, "toolChoice", it.toolChoice(), CHOICE);
        }
    }

    /** Splits a message with several blocks into several messages if the revision allows only one block each. */
    private Stream<SamplingMessage> splitTurns(SamplingMessage it) {
        return hasTools
                ? Stream.of(it)
                : it.content().stream().map(block -> new SamplingMessage(it.role(), List.of(block), it.meta()));
    }

    private CreateMessage readRequest(JsonObjectReader in) {
        return new CreateMessage(
                in.decodeList("messages", message::read),
                in.integer("maxTokens"),
                in.decodeOrNull("modelPreferences", PREFERENCES::read),
                in.stringOrNull("systemPrompt"),
                in.choiceOrNull("includeContext", IncludeContext.values(), IncludeContext::wireName),
                in.numberOrNull("temperature"),
                in.stringsOrEmpty("stopSequences"),
                in.objectOrNull("metadata"),
                in.decodeListOrEmpty("tools", elements.tool::read),
                in.decodeOrNull("toolChoice", CHOICE::read),
                in.meta());
    }

    private void writeMessage(JsonWriter out, SamplingMessage it) {
        out.fieldUnlessNull("role", it.role().wireName());
        writeContent(out, it.content());
        if (hasTools) {
            elements.common.writeMeta(out, it.meta());
        }
    }

    private void writeResult(JsonWriter out, CreateMessageResult it) {
        out.fieldUnlessNull("role", it.role().wireName());
        boolean fits = hasTools || it.content().size() == 1;
        writeContent(out, fits ? it.content() : List.of(Content.text(joinTexts(it.content()))));
        out.fieldUnlessNull("model", it.model()).fieldUnlessNull("stopReason", it.stopReason());
    }

    private CreateMessageResult readResult(JsonObjectReader in) {
        return new CreateMessageResult(
                readRole(in), readContent(in), in.string("model"), in.stringOrNull("stopReason"), in.meta());
    }

    /** Writes a single block as an object, several as an array. */
    private void writeContent(JsonWriter out, List<SamplingContent> blocks) {
        if (blocks.size() == 1) {
            MemberWriter.writeIfPresent(out, "content", blocks.get(0), elements.content.sampling);
        } else {
            MemberWriter.writeList(out, "content", blocks, elements.content.sampling);
        }
    }

    private List<SamplingContent> readContent(JsonObjectReader in) {
        return in.decodeOneOrMore("content", elements.content.sampling::read);
    }

    private static Role readRole(JsonObjectReader in) {
        return in.choice("role", Role.values(), Role::wireName);
    }

    /** Joins several blocks into one text if the revision allows only one block in a result. */
    private static String joinTexts(List<SamplingContent> blocks) {
        return blocks.stream().map(SamplingCodecs::textOf).collect(Collectors.joining("\n"));
    }

    private static String textOf(SamplingContent block) {
        if (block instanceof TextContent text) {
            return text.text();
        }
        return block instanceof ToolUse use ? ContentCodec.formatToolUse(use) : "[Non-text content]";
    }
}
