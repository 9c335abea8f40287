// Generated from console/openapi.json by `make clients`. Do not edit.
package refrain.types;

/**
 * A schedule or control as its owner wants it to be, or one to delete. Besides the fields here, it has
 * those of the definition: for a schedule those of {@code PUT /v1/schedules/{id}}, for a calendar those
 * of {@code PUT /v1/calendars/{name}}, and so on. Read-only fields of responses are ignored with a
 * warning.
 *
 * @param delete Whether to delete the document. Default: false.
 * @param id Schedule ID. Required for a schedule.
 * @param ifRevision Revision or version that the document must have. 0 if it must not exist. Default:
 *     any.
 * @param kind Kind of the document. Default: {@code schedule}.
 * @param name Name of the document. Required for all kinds except schedules.
 */
public record ApplyDocument(Boolean delete, String id, Long ifRevision, DocumentType kind, String name) {
    /** Returns a builder with no fields. */
    public static Builder builder() {
        return new Builder();
    }

    /** Builder of {@code ApplyDocument}. */
    public static final class Builder {
        private Boolean delete;
        private String id;
        private Long ifRevision;
        private DocumentType kind;
        private String name;

        private Builder() {}

        /** Whether to delete the document. Default: false. */
        public Builder delete(boolean delete) {
            this.delete = delete;
            return this;
        }

        /** Schedule ID. Required for a schedule. */
        public Builder id(String id) {
            this.id = id;
            return this;
        }

        /** Revision or version that the document must have. 0 if it must not exist. Default: any. */
        public Builder ifRevision(long ifRevision) {
            this.ifRevision = ifRevision;
            return this;
        }

        /** Kind of the document. Default: {@code schedule}. */
        public Builder kind(DocumentType kind) {
            this.kind = kind;
            return this;
        }

        /** Name of the document. Required for all kinds except schedules. */
        public Builder name(String name) {
            this.name = name;
            return this;
        }

        /** Returns the record. */
        public ApplyDocument build() {
            return new ApplyDocument(delete, id, ifRevision, kind, name);
        }
    }
}
