package dev.tenon.server.internal.feature;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.GetPromptParams;
import dev.tenon.model.GetPromptResult;
import dev.tenon.model.Meta;
import dev.tenon.model.Prompt;
import dev.tenon.model.PromptArgument;
import dev.tenon.model.PromptMessage;
import dev.tenon.server.feature.PromptSpec;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.request.ActiveCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Handles {@code prompts/get}. An unknown prompt and a missing argument are error -32602 (2026-07-28, server/prompts,
 * Error Handling).
 */
record GetPromptMethodHandler(FeatureRegistry features) implements MethodHandler<GetPromptParams> {
    @Override
    public Set<String> requiredScopes(GetPromptParams params) {
        return features.prompts().requiredScopes(params.name());
    }

    @Override
    public ExecutionPlan executeOrPlan(GetPromptParams params, ActiveCall call) {
        PromptSpec prompt = requirePrompt(features, params.name());
        Map<String, String> arguments = validateAndKeepDeclared(prompt.prompt(), params.arguments());
        return ExecutionPlan.HandlerInvocation.of(
                () -> toResult(prompt, prompt.handler().get(arguments, call)));
    }

    static PromptSpec requirePrompt(FeatureRegistry features, String name) {
        PromptSpec prompt = features.prompts().get(name);
        if (prompt == null) {
            throw new RpcException(ErrorCode.INVALID_PARAMS, "Unknown prompt: " + Excerpts.quote(name));
        }
        return prompt;
    }

    /** Returns the arguments that the prompt declares; others do not reach its handler. */
    private static Map<String, String> validateAndKeepDeclared(Prompt prompt, Map<String, String> given) {
        Map<String, String> arguments = new LinkedHashMap<>();
        for (PromptArgument argument : prompt.arguments()) {
            String value = given.get(argument.name());
            if (value != null) {
                arguments.put(argument.name(), value);
            } else if (argument.required()) {
                throw new RpcException(
                        ErrorCode.INVALID_PARAMS,
                        "Invalid params: params.arguments." + argument.name() + ": required by prompt "
                                + Excerpts.quote(prompt.name()));
            }
        }
        return arguments;
    }

    private static GetPromptResult toResult(PromptSpec prompt, @Nullable Object returned) {
        if (returned instanceof GetPromptResult result) {
            return result;
        }
        List<PromptMessage> messages = returned instanceof List<?> list
                ? list.stream()
                        .map(GetPromptMethodHandler::convertReturnedValue)
                        .toList()
                : List.of(convertReturnedValue(returned));
        return new GetPromptResult(messages, prompt.prompt().description(), Meta.EMPTY);
    }

    private static PromptMessage convertReturnedValue(@Nullable Object returned) {
        if (returned instanceof PromptMessage message) {
            return message;
        }
        if (returned instanceof String text) {
            return PromptMessage.user(text);
        }
        throw new IllegalStateException(
                "A prompt handler returns a String, PromptMessage, a list of those or a GetPromptResult, not "
                        + (returned == null ? "null" : returned.getClass().getName()));
    }
}
