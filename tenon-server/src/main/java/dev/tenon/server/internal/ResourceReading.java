package dev.tenon.server.internal;

import dev.tenon.model.Caching;
import dev.tenon.model.ReadResourceParams;
import dev.tenon.model.ReadResourceResult;
import dev.tenon.model.Result;
import dev.tenon.server.ResourceHandler;
import dev.tenon.server.ResourceNotFoundException;
import dev.tenon.server.ResourceRequest;
import dev.tenon.server.ResourceSpec;
import dev.tenon.server.TemplateSpec;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** {@code resources/read}: a resource of that very uri, else the first template that matches it. */
record ResourceReading(Offer offer) implements Operation<ReadResourceParams> {
    @Override
    public String target(ReadResourceParams params) {
        return params.uri();
    }

    @Override
    public Set<String> needs(ReadResourceParams params) {
        return offer.needsOfResource(params.uri());
    }

    @Override
    public Work prepare(ReadResourceParams params, ActiveCall call) {
        return Work.Handle.of(reader(params.uri(), call));
    }

    private Callable<Result> reader(String uri, ActiveCall call) {
        ResourceSpec resource = offer.resources().get(uri);
        if (resource != null) {
            ResourceRequest request = new ResourceRequest(uri, Map.of());
            return () -> shared(
                    resource.scopes(),
                    read(resource.handler(), request, resource.resource().mimeType(), resource.caching(), call));
        }
        for (TemplateSpec template : offer.templates().all()) {
            Optional<Map<String, String>> match = template.pattern().match(uri);
            if (match.isPresent()) {
                ResourceRequest request = new ResourceRequest(uri, match.get());
                return () -> shared(
                        template.scopes(),
                        read(template.handler(), request, template.template().mimeType(), template.caching(), call));
            }
        }
        throw new ResourceNotFoundException(uri);
    }

    /** What not everybody may read is never declared public, whatever its handler says. */
    private static ReadResourceResult shared(Set<String> scopes, ReadResourceResult result) {
        return scopes.isEmpty() ? result : result.withCaching(result.caching().asPrivate());
    }

    private static ReadResourceResult read(
            ResourceHandler handler,
            ResourceRequest request,
            @Nullable String mimeType,
            Caching caching,
            ActiveCall call)
            throws Exception {
        ReadResourceResult result = ResourceResults.of(handler.read(request, call), request.uri(), mimeType);
        if (result.contents().isEmpty()) {
            throw new ResourceNotFoundException(request.uri());
        }
        return result.caching().equals(Caching.NONE) ? result.withCaching(caching) : result;
    }
}
