package dev.tenon.wire;

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

/** What the client's model is asked, and what it says. */
final class SamplingCodecs {
    private static final Codec<String> HINT =
            new SimpleCodec<>((out, name) -> out.field("name", name), in -> in.has("name") ? in.text("name") : "");

    /** A hint without a name hints at nothing and is passed over. */
    private static final Codec<ModelPreferences> PREFERENCES = new SimpleCodec<>(
            (out, it) -> {
                Write.listIfAny(out, "hints", it.hints(), HINT);
                out.field("costPriority", it.costPriority())
                        .field("speedPriority", it.speedPriority())
                        .field("intelligencePriority", it.intelligencePriority());
            },
            in -> new ModelPreferences(
                    in.listOrEmpty("hints", HINT::read).stream()
                            .filter(name -> !name.isEmpty())
                            .toList(),
                    in.numberOrNull("costPriority"),
                    in.numberOrNull("speedPriority"),
                    in.numberOrNull("intelligencePriority")));

    private static final Codec<ToolChoice> CHOICE = new SimpleCodec<>(
            (out, it) -> out.field("mode", it.wireName()),
            in -> in.has("mode") ? in.choice("mode", ToolChoice.values(), ToolChoice::wireName) : ToolChoice.AUTO);

    final Codec<CreateMessage> request = new SimpleCodec<>(this::request, this::readRequest);
    final Codec<CreateMessageResult> result = new SimpleCodec<>(this::result, this::readResult);

    private final Codec<SamplingMessage> message = new SimpleCodec<>(this::message, this::readMessage);
    private final Elements of;

    /** Whether the model may use tools, and one turn may hold several blocks. */
    private final boolean tools;

    SamplingCodecs(Elements of) {
        this.of = of;
        tools = of.revision.hasSamplingTools();
    }

    private void request(JsonWriter out, CreateMessage it) {
        out.name("messages").array();
        it.messages().stream().flatMap(this::turns).forEach(turn -> message.write(out, turn));
        out.endArray();
        Write.one(out, "modelPreferences", it.modelPreferences(), PREFERENCES);
        out.field("systemPrompt", it.systemPrompt());
        IncludeContext context = it.includeContext();
        out.field("includeContext", context == null ? null : context.wireName());
        out.field("temperature", it.temperature()).field("maxTokens", it.maxTokens());
        Write.textsIfAny(out, "stopSequences", it.stopSequences());
        out.field("metadata", it.metadata());
        if (tools) {
            Write.listIfAny(out, "tools", it.tools(), of.tool);
            Write.one(out, "toolChoice", it.toolChoice(), CHOICE);
        }
    }

    /** Where a turn holds one block only, each further block becomes a turn of the same speaker. */
    private Stream<SamplingMessage> turns(SamplingMessage it) {
        return tools
                ? Stream.of(it)
                : it.content().stream().map(block -> new SamplingMessage(it.role(), List.of(block), it.meta()));
    }

    private CreateMessage readRequest(Fields in) {
        return new CreateMessage(
                in.list("messages", message::read),
                in.whole("maxTokens"),
                in.oneOrNull("modelPreferences", PREFERENCES::read),
                in.textOrNull("systemPrompt"),
                in.choiceOrNull("includeContext", IncludeContext.values(), IncludeContext::wireName),
                in.numberOrNull("temperature"),
                in.textsOrEmpty("stopSequences"),
                in.objectOrNull("metadata"),
                in.listOrEmpty("tools", of.tool::read),
                in.oneOrNull("toolChoice", CHOICE::read),
                in.meta());
    }

    private void message(JsonWriter out, SamplingMessage it) {
        out.field("role", it.role().wireName());
        content(out, it.content());
        if (tools) {
            of.common.meta(out, it.meta());
        }
    }

    private SamplingMessage readMessage(Fields in) {
        return new SamplingMessage(readRole(in), readContent(in), in.meta());
    }

    private void result(JsonWriter out, CreateMessageResult it) {
        out.field("role", it.role().wireName());
        boolean fits = tools || it.content().size() == 1;
        content(out, fits ? it.content() : List.of(Content.text(joined(it.content()))));
        out.field("model", it.model()).field("stopReason", it.stopReason());
    }

    private CreateMessageResult readResult(Fields in) {
        return new CreateMessageResult(
                readRole(in), readContent(in), in.text("model"), in.textOrNull("stopReason"), in.meta());
    }

    /** One block as it is, several as an array. */
    private void content(JsonWriter out, List<SamplingContent> blocks) {
        if (blocks.size() == 1) {
            Write.one(out, "content", blocks.get(0), of.content.sampling);
        } else {
            Write.list(out, "content", blocks, of.content.sampling);
        }
    }

    private List<SamplingContent> readContent(Fields in) {
        return in.oneOrMore("content", of.content.sampling::read);
    }

    private static Role readRole(Fields in) {
        return in.choice("role", Role.values(), Role::wireName);
    }

    /** Where an answer holds one block only, several become one text. */
    private static String joined(List<SamplingContent> blocks) {
        return blocks.stream().map(SamplingCodecs::words).collect(Collectors.joining("\n"));
    }

    private static String words(SamplingContent block) {
        if (block instanceof TextContent text) {
            return text.text();
        }
        return block instanceof ToolUse use ? NotCarried.toolUse(use) : "[Content that is no text]";
    }
}
