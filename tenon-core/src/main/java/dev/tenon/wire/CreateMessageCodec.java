package dev.tenon.wire;

import dev.tenon.json.JsonWriter;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.IncludeContext;
import dev.tenon.model.ToolChoice;

/** What the client's model is asked. */
final class CreateMessageCodec implements Codec<CreateMessage> {
    private final boolean tools;
    private final SamplingMessageCodec messages;
    private final ToolCodec tool;
    private final ModelPreferencesCodec preferences = new ModelPreferencesCodec();

    CreateMessageCodec(Elements elements) {
        tools = elements.revision.hasSamplingTools();
        messages = elements.samplingMessage;
        tool = elements.tool;
    }

    @Override
    public void members(JsonWriter out, CreateMessage it) {
        messages.list(out, it.messages());
        if (it.modelPreferences() != null) {
            out.name("modelPreferences");
            preferences.write(out, it.modelPreferences());
        }
        out.field("systemPrompt", it.systemPrompt());
        IncludeContext context = it.includeContext();
        out.field("includeContext", context == null ? null : context.wireName());
        out.field("temperature", it.temperature()).field("maxTokens", it.maxTokens());
        Write.textsIfAny(out, "stopSequences", it.stopSequences());
        out.field("metadata", it.metadata());
        if (tools) {
            tools(out, it);
        }
    }

    private void tools(JsonWriter out, CreateMessage it) {
        Write.listIfAny(out, "tools", it.tools(), tool);
        ToolChoice choice = it.toolChoice();
        if (choice != null) {
            out.name("toolChoice").object();
            out.field("mode", choice.wireName());
            out.endObject();
        }
    }

    @Override
    public CreateMessage read(Fields in) {
        return new CreateMessage(
                in.list("messages", messages::read),
                in.whole("maxTokens"),
                in.oneOrNull("modelPreferences", preferences::read),
                in.textOrNull("systemPrompt"),
                in.choiceOrNull("includeContext", IncludeContext.values(), IncludeContext::wireName),
                in.numberOrNull("temperature"),
                in.textsOrEmpty("stopSequences"),
                in.objectOrNull("metadata"),
                in.listOrEmpty("tools", tool::read),
                in.oneOrNull("toolChoice", CreateMessageCodec::choice),
                in.meta());
    }

    private static ToolChoice choice(Fields in) {
        return in.has("mode") ? in.choice("mode", ToolChoice.values(), ToolChoice::wireName) : ToolChoice.AUTO;
    }
}
