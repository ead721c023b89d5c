package dev.tenon.server.internal;

import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.GetPromptParams;
import dev.tenon.model.GetPromptResult;
import dev.tenon.model.Meta;
import dev.tenon.model.Prompt;
import dev.tenon.model.PromptArgument;
import dev.tenon.model.PromptMessage;
import dev.tenon.server.PromptSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code prompts/get}: an unknown prompt and a missing argument are -32602 (2026-07-28, server/prompts, Error Handling). */
record PromptGetting(Offer offer) implements Operation<GetPromptParams> {
    @Override
    public String target(GetPromptParams params) {
        return params.name();
    }

    @Override
    public Set<String> needs(GetPromptParams params) {
        return offer.prompts().needs(params.name());
    }

    @Override
    public Work prepare(GetPromptParams params, ActiveCall call) {
        PromptSpec prompt = find(offer, params.name());
        Map<String, String> arguments = declared(prompt.prompt(), params.arguments());
        return Work.Handle.of(() -> result(prompt, prompt.handler().get(arguments, call)));
    }

    static PromptSpec find(Offer offer, String name) {
        PromptSpec prompt = offer.prompts().get(name);
        if (prompt == null) {
            throw new RpcException(ErrorCode.INVALID_PARAMS, "Unknown prompt: " + Quote.shortened(name));
        }
        return prompt;
    }

    /** Only what the prompt declares reaches its handler. */
    private static Map<String, String> declared(Prompt prompt, Map<String, String> given) {
        Map<String, String> arguments = new LinkedHashMap<>();
        for (PromptArgument argument : prompt.arguments()) {
            String value = given.get(argument.name());
            if (value != null) {
                arguments.put(argument.name(), value);
            } else if (argument.required()) {
                throw new RpcException(
                        ErrorCode.INVALID_PARAMS,
                        "Invalid params: params.arguments." + argument.name() + ": required by prompt "
                                + Quote.shortened(prompt.name()));
            }
        }
        return arguments;
    }

    private static GetPromptResult result(PromptSpec prompt, @Nullable Object returned) {
        if (returned instanceof GetPromptResult result) {
            return result;
        }
        List<PromptMessage> messages = returned instanceof List<?> list
                ? list.stream().map(PromptGetting::message).toList()
                : List.of(message(returned));
        return new GetPromptResult(messages, prompt.prompt().description(), Meta.EMPTY);
    }

    private static PromptMessage message(@Nullable Object returned) {
        if (returned instanceof PromptMessage message) {
            return message;
        }
        if (returned instanceof String text) {
            return PromptMessage.user(text);
        }
        throw new IllegalStateException(
                "A prompt handler returns a String, PromptMessage, a list of those or a " + "GetPromptResult, not "
                        + (returned == null ? "null" : returned.getClass().getName()));
    }
}
