package dev.tenon.server.internal.feature;

import dev.tenon.model.Caching;
import dev.tenon.model.Meta;
import dev.tenon.model.ReadResourceParams;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.ResourceContents;
import dev.tenon.model.Result;
import dev.tenon.model.TextResourceContents;
import dev.tenon.server.feature.NoSuchResourceException;
import dev.tenon.server.feature.ResourceRequest;
import dev.tenon.server.feature.ResourceSpec;
import dev.tenon.server.feature.ResourceTemplateSpec;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.request.ActiveCall;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Handles {@code resources/read}: reads the resource with exactly this URI, otherwise the first template that matches
 * it.
 */
record ReadResourceMethodHandler(FeatureRegistry features) implements MethodHandler<ReadResourceParams> {
    private static final String BINARY = "application/octet-stream";

    @Override
    public Set<String> requiredScopes(ReadResourceParams params) {
        return features.requiredScopesOfResource(params.uri());
    }

    @Override
    public ExecutionPlan executeOrPlan(ReadResourceParams params, ActiveCall call) {
        return ExecutionPlan.HandlerInvocation.of(createReader(params.uri(), call));
    }

    private Callable<Result> createReader(String uri, ActiveCall call) {
        ResourceSpec resource = features.resources().get(uri);
        if (resource != null) {
            ResourceRequest request = new ResourceRequest(uri, Map.of());
            String mimeType = resource.resource().mimeType();
            return () -> {
                ReadResourceResult result = toResult(resource.handler().read(request, call), uri, mimeType);
                return validateAndSetCaching(result, uri, resource.caching(), resource.scopes());
            };
        }
        for (ResourceTemplateSpec template : features.templates().items()) {
            Map<String, String> variables = template.pattern().match(uri).orElse(null);
            if (variables != null) {
                ResourceRequest request = new ResourceRequest(uri, variables);
                String mimeType = template.template().mimeType();
                return () -> {
                    ReadResourceResult result = toResult(template.handler().read(request, call), uri, mimeType);
                    return validateAndSetCaching(result, uri, template.caching(), template.scopes());
                };
            }
        }
        throw new NoSuchResourceException(uri);
    }

    /** Requires that the result is not empty, and sets its caching unless the handler has set it. */
    private static ReadResourceResult validateAndSetCaching(
            ReadResourceResult result, String uri, Caching caching, Set<String> scopes) {
        if (result.contents().isEmpty()) {
            throw new NoSuchResourceException(uri);
        }
        ReadResourceResult declared = result.caching().equals(Caching.NONE) ? result.withCaching(caching) : result;
        // A resource that needs scopes is never declared as publicly cacheable, even if its handler does.
        return scopes.isEmpty()
                ? declared
                : declared.withCaching(declared.caching().toPrivate());
    }

    private static ReadResourceResult toResult(@Nullable Object returned, String uri, @Nullable String mimeType) {
        if (returned instanceof ReadResourceResult result) {
            return result;
        }
        if (returned instanceof List<?> list) {
            return ReadResourceResult.of(
                    list.stream().map(e -> toContents(e, uri, mimeType)).toArray(ResourceContents[]::new));
        }
        return ReadResourceResult.of(toContents(returned, uri, mimeType));
    }

    private static ResourceContents toContents(@Nullable Object returned, String uri, @Nullable String mimeType) {
        if (returned instanceof ResourceContents contents) {
            return contents;
        }
        if (returned instanceof String text) {
            return new TextResourceContents(uri, mimeType, text, Meta.EMPTY);
        }
        if (returned instanceof byte[] bytes) {
            return ResourceContents.blob(uri, mimeType == null ? BINARY : mimeType, bytes);
        }
        throw new IllegalStateException(
                "A resource handler returns a String, byte[], ResourceContents, a list of those "
                        + "or a ReadResourceResult, not "
                        + (returned == null ? "null" : returned.getClass().getName()));
    }
}
