package dev.tenon.server.internal.feature;

import dev.tenon.model.Caching;
import dev.tenon.model.ReadResourceParams;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.Result;
import dev.tenon.server.feature.NoSuchResourceException;
import dev.tenon.server.feature.ResourceHandler;
import dev.tenon.server.feature.ResourceRequest;
import dev.tenon.server.feature.ResourceSpec;
import dev.tenon.server.feature.ResourceTemplateSpec;
import dev.tenon.server.internal.dispatch.ExecutionPlan;
import dev.tenon.server.internal.dispatch.MethodHandler;
import dev.tenon.server.internal.request.ActiveCall;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Handles {@code resources/read}: reads the resource with exactly this URI, otherwise the first template that matches
 * it.
 */
record ReadResourceMethodHandler(FeatureRegistry features) implements MethodHandler<ReadResourceParams> {
    @Override
    public String target(ReadResourceParams params) {
        return params.uri();
    }

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
            return () -> read(resource.handler(), request, mimeType, resource.caching(), resource.scopes(), call);
        }
        for (ResourceTemplateSpec template : features.templates().items()) {
            Optional<Map<String, String>> match = template.pattern().match(uri);
            if (match.isPresent()) {
                ResourceRequest request = new ResourceRequest(uri, match.get());
                String mimeType = template.template().mimeType();
                return () -> read(template.handler(), request, mimeType, template.caching(), template.scopes(), call);
            }
        }
        throw new NoSuchResourceException(uri);
    }

    private static ReadResourceResult read(
            ResourceHandler handler,
            ResourceRequest request,
            @Nullable String mimeType,
            Caching caching,
            Set<String> scopes,
            ActiveCall call)
            throws Exception {
        ReadResourceResult result = ResourceResultFactory.create(handler.read(request, call), request.uri(), mimeType);
        if (result.contents().isEmpty()) {
            throw new NoSuchResourceException(request.uri());
        }
        ReadResourceResult declared = result.caching().equals(Caching.NONE) ? result.withCaching(caching) : result;
        // A resource that needs scopes is never declared as publicly cacheable, even if its handler does.
        return scopes.isEmpty()
                ? declared
                : declared.withCaching(declared.caching().toPrivate());
    }
}
