package dev.tenon.server.internal.feature;

import static dev.tenon.jsonrpc.ErrorCode.INVALID_PARAMS;

import dev.tenon.internal.text.Excerpts;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.CompleteParams;
import dev.tenon.model.CompleteResult;
import dev.tenon.model.Completion;
import dev.tenon.model.CompletionRef;
import dev.tenon.server.feature.ArgumentCompletionHandler;
import dev.tenon.server.feature.PromptSpec;
import dev.tenon.server.feature.ResourceTemplateSpec;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.request.ActiveCall;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Handles {@code completion/complete}: at most 100 values, and their total number. */
record CompleteMethodHandler(FeatureRegistry features) implements MethodHandler<CompleteParams> {
    @Override
    public Set<String> requiredScopes(CompleteParams params) {
        if (params.ref() instanceof CompletionRef.ToPrompt ref) {
            return features.prompts().requiredScopes(ref.name());
        }
        String uri = ((CompletionRef.ToResource) params.ref()).uri();
        ResourceTemplateSpec template = features.templates().get(uri);
        return template == null ? features.requiredScopesOfResource(uri) : template.scopes();
    }

    @Override
    public ExecutionPlan executeOrPlan(CompleteParams params, ActiveCall call) {
        ArgumentCompletionHandler handler = validateRefAndFindHandler(params);
        if (handler == null) {
            return new ExecutionPlan.ImmediateResult(CompleteResult.of(Completion.NONE));
        }
        return ExecutionPlan.HandlerInvocation.of(() ->
                CompleteResult.of(Completion.of(handler.complete(params.argumentValue(), params.context(), call))));
    }

    /** Returns the handler, or null if an existing argument has none. */
    private @Nullable ArgumentCompletionHandler validateRefAndFindHandler(CompleteParams params) {
        String argument = params.argumentName();
        if (params.ref() instanceof CompletionRef.ToPrompt ref) {
            PromptSpec prompt = GetPromptMethodHandler.requirePrompt(features, ref.name());
            if (prompt.prompt().arguments().stream().noneMatch(a -> a.name().equals(argument))) {
                throw unknownArgument(argument);
            }
            return prompt.completions().get(argument);
        }
        String uri = ((CompletionRef.ToResource) params.ref()).uri();
        ResourceTemplateSpec exact = features.templates().get(uri);
        ResourceTemplateSpec template = exact != null ? exact : features.findTemplate(uri);
        if (template == null) {
            if (features.resources().get(uri) != null) {
                return null;
            }
            throw new RpcException(
                    INVALID_PARAMS, "Invalid params: params.ref.uri: no such resource template " + Excerpts.quote(uri));
        }
        if (!template.pattern().variables().contains(argument)) {
            throw unknownArgument(argument);
        }
        return template.completions().get(argument);
    }

    private static RpcException unknownArgument(String argument) {
        return new RpcException(
                INVALID_PARAMS, "Invalid params: params.argument.name: no such argument " + Excerpts.quote(argument));
    }
}
