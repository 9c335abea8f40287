package refrain;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** An operation of the API. */
record Endpoint(String id, String method, String path, String mediaType, Set<Trait> traits) {
    /** What distinguishes operations. */
    enum Trait {
        /** A repeated request has the effect of one. */
        REPEATABLE,
        /** The operation takes an idempotency key. */
        KEYED,
        /** The operation can be limited to one version. */
        CONDITIONAL,
        /** The operation can be limited to resources that do not exist yet. */
        CREATING,
        /** The operation can be limited to other versions than the one that the caller has. */
        CACHEABLE,
        /** The response is a stream of events. */
        STREAM,
        /** The operation waits by design. */
        SLOW
    }

    static Endpoint of(String id, String method, String path, String mediaType, Trait... traits) {
        Set<Trait> set = EnumSet.noneOf(Trait.class);
        set.addAll(List.of(traits));
        return new Endpoint(id, method, path, mediaType, set);
    }

    boolean has(Trait trait) {
        return traits.contains(trait);
    }
}
