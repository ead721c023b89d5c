package dev.tenon.server.internal;

import dev.tenon.json.Quote;
import dev.tenon.jsonrpc.ErrorCode;
import dev.tenon.jsonrpc.RpcException;
import dev.tenon.model.CompleteParams;
import dev.tenon.model.CompleteResult;
import dev.tenon.model.Completion;
import dev.tenon.model.CompletionRef;
import dev.tenon.server.CompletionHandler;
import dev.tenon.server.PromptSpec;
import dev.tenon.server.TemplateSpec;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code completion/complete}: at most 100 values, and how many there are in all. */
record Completing(Offer offer) implements Operation<CompleteParams> {
    @Override
    public Set<String> needs(CompleteParams params) {
        if (params.ref() instanceof CompletionRef.ToPrompt ref) {
            return offer.prompts().needs(ref.name());
        }
        String uri = ((CompletionRef.ToResource) params.ref()).uri();
        TemplateSpec template = offer.templates().get(uri);
        return template == null ? offer.needsOfResource(uri) : template.scopes();
    }

    @Override
    public Work prepare(CompleteParams params, ActiveCall call) {
        CompletionHandler handler = handler(params);
        if (handler == null) {
            return new Work.Done(CompleteResult.of(Completion.NONE));
        }
        return Work.Handle.of(() ->
                CompleteResult.of(Completion.of(handler.complete(params.argumentValue(), params.context(), call))));
    }

    /** The handler, or null where there is nothing to suggest for an argument that exists. */
    private @Nullable CompletionHandler handler(CompleteParams params) {
        String argument = params.argumentName();
        if (params.ref() instanceof CompletionRef.ToPrompt ref) {
            PromptSpec prompt = PromptGetting.find(offer, ref.name());
            if (prompt.prompt().arguments().stream().noneMatch(a -> a.name().equals(argument))) {
                throw unknownArgument(argument);
            }
            return prompt.completions().get(argument);
        }
        String uri = ((CompletionRef.ToResource) params.ref()).uri();
        TemplateSpec template = template(uri);
        if (template == null) {
            if (offer.resources().get(uri) != null) {
                return null;
            }
            throw new RpcException(
                    ErrorCode.INVALID_PARAMS,
                    "Invalid params: params.ref.uri: no such resource template " + Quote.shortened(uri));
        }
        if (!template.pattern().variables().contains(argument)) {
            throw unknownArgument(argument);
        }
        return template.completions().get(argument);
    }

    private @Nullable TemplateSpec template(String uri) {
        TemplateSpec named = offer.templates().get(uri);
        return named != null ? named : offer.templateOf(uri);
    }

    private static RpcException unknownArgument(String argument) {
        return new RpcException(
                ErrorCode.INVALID_PARAMS,
                "Invalid params: params.argument.name: no such argument " + Quote.shortened(argument));
    }
}
